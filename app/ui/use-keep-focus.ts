import { type FocusEvent, useEffect, useRef } from "react";

/**
 * For a container whose controls come and go: when the one with the focus disappears or is disabled, the container takes the focus, or
 * what `find` returns when the container is gone, too. Otherwise the focus would be lost to the page.
 */
export function useKeepFocus<T extends HTMLElement>(find?: () => HTMLElement | null) {
  const ref = useRef<T>(null);
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    if (!focused.current || document.activeElement !== document.body) return;
    focused.current = null;
    (ref.current ?? find?.())?.focus({ preventScroll: true });
  });
  return {
    ref,
    tabIndex: -1,
    onFocus: (event: FocusEvent) => {
      focused.current = event.target;
    },
    onBlur: ({ target }: FocusEvent) => {
      if (!target.matches(":disabled")) focused.current = null;
    },
  };
}
