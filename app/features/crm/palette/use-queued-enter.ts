import { type KeyboardEvent, useEffect, useRef, useState } from "react";

/**
 * Enter while a search is on its way waits for its answer: it opens the first lead that is found, else does what is marked then.
 * The next key that is typed takes the wish back.
 */
export function useQueuedEnter(pending: boolean, openFirst: (() => void) | null) {
  const input = useRef<HTMLInputElement>(null);
  const [waits, setWaits] = useState(false);
  const holdEnter = (event: KeyboardEvent) => {
    const isEnter = event.key === "Enter" && !event.nativeEvent.isComposing;
    if (isEnter && pending) event.preventDefault();
    setWaits(isEnter && pending);
  };
  useEffect(() => {
    if (!waits || pending) return;
    setWaits(false);
    if (openFirst) openFirst();
    else input.current?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  });
  return { input, holdEnter };
}
