import { useCallback, useLayoutEffect, useRef } from "react";

/**
 * A function that stays the same one and does what the latest `work` does, so that memoized rows that take it are not drawn
 * again for each new closure. To be called from events, never while drawing.
 */
export function useEventCallback<Given extends unknown[], Result>(callback: (...args: Given) => Result) {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args: Given): Result => latest.current(...args), []);
}
