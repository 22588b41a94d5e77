import { useCallback, useRef } from "react";

/** Wraps an action so that it cannot start again while it runs: two quick clicks are one submission. */
export function useSingleFlight<Arguments extends unknown[]>(
  action: (...given: Arguments) => Promise<void>,
): (...given: Arguments) => Promise<void> {
  const running = useRef(false);
  return useCallback(
    async (...given: Arguments) => {
      if (running.current) return;
      running.current = true;
      try {
        await action(...given);
      } finally {
        running.current = false;
      }
    },
    [action],
  );
}
