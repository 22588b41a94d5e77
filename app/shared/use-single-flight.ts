import { useCallback, useRef } from "react";

/** Wraps an action so that it cannot start again while it runs: two quick clicks are one submission. */
export function useSingleFlight<Arguments extends unknown[]>(
  action: (...args: Arguments) => Promise<void>,
): (...args: Arguments) => Promise<void> {
  const running = useRef(false);
  return useCallback(
    async (...args: Arguments) => {
      if (running.current) return;
      running.current = true;
      try {
        await action(...args);
      } finally {
        running.current = false;
      }
    },
    [action],
  );
}
