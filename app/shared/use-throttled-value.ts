import { useEffect, useRef, useState } from "react";

/**
 * The throttled search text: the first change applies immediately, later ones at most every `intervalMs`, and the last one always
 * applies. Users never wait longer than needed.
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
