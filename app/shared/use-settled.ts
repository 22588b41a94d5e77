import { useEffect, useRef, useState } from "react";

/**
 * What a search asks for while somebody types: the first key at once, further ones at most every `pauseMs`, and always
 * the last. Nobody waits for a pause that was not needed.
 */
export function useSettled(text: string, pauseMs = 90): string {
  const [settled, setSettled] = useState(text);
  const askedAt = useRef(0);
  useEffect(() => {
    const ask = () => {
      askedAt.current = performance.now();
      setSettled(text);
    };
    const rest = askedAt.current === 0 ? 0 : askedAt.current + pauseMs - performance.now();
    if (rest <= 0) return ask();
    const wait = setTimeout(ask, rest);
    return () => clearTimeout(wait);
  }, [text, pauseMs]);
  return settled;
}
