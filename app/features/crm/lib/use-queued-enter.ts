import { type KeyboardEvent, useEffect, useRef, useState } from "react";

/**
 * Enter during a search waits for the response. Then it opens the first lead, or selects the marked item when there is none.
 * Any other key cancels it.
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
