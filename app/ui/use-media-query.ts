import { useCallback, useSyncExternalStore } from "react";

/** Spec §9: below 768 px it is a phone. */
export const PHONE_QUERY = "(width < 48rem)";

/** Whether a media query matches; false while rendered without a window. Prefer CSS where CSS can do it. */
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
