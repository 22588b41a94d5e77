import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False in prerendered HTML and until React has taken over; a form must not be sent by the browser itself before. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
