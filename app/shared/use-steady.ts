import { useCallback, useLayoutEffect, useRef } from "react";

/**
 * A function that stays the same one and does what the latest `work` does, so that memoized rows that take it are not drawn
 * again for each new closure. To be called from events, never while drawing.
 */
export function useSteady<Given extends unknown[], Result>(work: (...given: Given) => Result) {
  const latest = useRef(work);
  useLayoutEffect(() => {
    latest.current = work;
  });
  return useCallback((...given: Given): Result => latest.current(...given), []);
}
