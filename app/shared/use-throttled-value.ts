import { useEffect, useRef, useState } from "react";

/**
 * What a search asks for while somebody types: the first key at once, further ones at most every `intervalMs`, and always
 * the last. Nobody waits for a pause that was not needed.
 */
export function useThrottledValue(value: string, intervalMs = 90): string {
  const [throttled, setThrottled] = useState(value);
  const updatedAt = useRef(0);
  useEffect(() => {
    const update = () => {
      updatedAt.current = performance.now();
      setThrottled(value);
    };
    const remainingMs = updatedAt.current === 0 ? 0 : updatedAt.current + intervalMs - performance.now();
    if (remainingMs <= 0) return update();
    const timer = setTimeout(update, remainingMs);
    return () => clearTimeout(timer);
  }, [value, intervalMs]);
  return throttled;
}
