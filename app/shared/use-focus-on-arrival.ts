import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * After a link to another screen, the focused element is gone, and the browser would start again at the top of the document.
 * So the focus goes to the link that the user followed before, when they come back, or else to the screen's heading.
 */
export function useFocusOnArrival(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  /** By screen, the address that the user went to from there. */
  const followed = useRef(new Map<string, string>());
  useEffect(() => {
    if (pathname === shown.current) return;
    followed.current.set(shown.current, pathname);
    shown.current = pathname;
    const next = followed.current.get(pathname);
    return whenReady(() => {
      if (document.activeElement !== document.body) return true;
      const link = next && document.querySelector<HTMLElement>(`main a[href="${CSS.escape(next)}"]`);
      const target = link || document.querySelector<HTMLElement>("main h1");
      if (!target) return false;
      if (!link) target.setAttribute("tabindex", "-1");
      target.focus({ preventScroll: !link });
      return true;
    });
  }, [pathname]);
}

const GIVE_UP_MS = 5_000;

/** Tries now, and again whenever the screen changes while it loads. Returns a function that stops. */
function whenReady(tryIt: () => boolean): (() => void) | undefined {
  if (tryIt()) return undefined;
  const observer = new MutationObserver(() => tryIt() && stop());
  const timer = setTimeout(() => stop(), GIVE_UP_MS);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
}
