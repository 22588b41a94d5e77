import { useCallback, useLayoutEffect, useRef } from "react";

/**
 * A stable function that calls the latest callback, so that memoized rows do not render for each new closure. Call it from
 * events, never during render.
 */
export function useEventCallback<Given extends unknown[], Result>(callback: (...args: Given) => Result) {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args: Given): Result => latest.current(...args), []);
}
