import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False in prerendered HTML and until React hydrates. The browser must not submit a form before that. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
