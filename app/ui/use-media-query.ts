import { useCallback, useSyncExternalStore } from "react";

/** Spec §9: screens below 768 px are phones. */
export const PHONE_QUERY = "(width < 48rem)";

/** Whether a media query matches; false during server rendering. Prefer CSS where it is enough. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}
