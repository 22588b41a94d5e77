import { type KeyboardEvent, useEffect, useRef, useState } from "react";

/**
 * Enter while a search is on its way waits for its answer: it opens the first lead that is found, else does what is marked then.
 * The next key that is typed takes the wish back.
 */
export function useQueuedEnter(pending: boolean, openFirst: (() => void) | null) {
  const input = useRef<HTMLInputElement>(null);
  const [queued, setQueued] = useState(false);
  const holdEnter = (event: KeyboardEvent) => {
    const isEnter = event.key === "Enter" && !event.nativeEvent.isComposing;
    if (isEnter && pending) event.preventDefault();
    setQueued(isEnter && pending);
  };
  useEffect(() => {
    if (!queued || pending) return;
    setQueued(false);
    if (openFirst) openFirst();
    else input.current?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  });
  return { input, holdEnter };
}
