import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { slugOf } from "./workspace.ts";

/**
 * After a link to another screen, the focused element is gone, and the browser would start again at the top of the document.
 * So the focus goes to the link that the user followed before, when they come back, or else to the screen's heading. A link into a
 * workspace or out of it does the same, although it is another page load.
 */
export function useFocusOnArrival(): void {
  const { pathname } = useLocation();
  const shown = useRef<string | null>(null);
  /** By screen, the address that the user went to from its content. */
  const followed = useRef(new Map<string, string>());
  /** Whether the last key or press was in the content. The bar above it has no link to come back to. */
  const isFromContent = useRef(false);
  /** The heading that got the focus. The bar above two screens keeps it from one to the other. */
  const heading = useRef<Element | null>(null);
  useEffect(() => {
    const note = ({ target }: Event) => {
      isFromContent.current = target instanceof Element && target.closest("main, [role=dialog]") !== null;
    };
    for (const type of PRESSES) document.addEventListener(type, note, true);
    return () => {
      for (const type of PRESSES) document.removeEventListener(type, note, true);
    };
  }, []);
  useEffect(() => {
    shown.current ??= isLinkOfWorkspace() ? ELSEWHERE : pathname;
    if (pathname === shown.current) return;
    // A page that asked for a sign-in has no link to it, nor has the sign-in to what comes next.
    if (isFromContent.current && pathname !== "/auth" && shown.current !== "/auth")
      followed.current.set(shown.current, pathname);
    else followed.current.delete(shown.current);
    shown.current = pathname;
    const next = followed.current.get(pathname);
    return whenReady((isLast) => {
      if (document.activeElement !== document.body && document.activeElement !== heading.current) return true;
      const link = next && document.querySelector<HTMLElement>(`main a[href="${CSS.escape(next)}"]`);
      // The link may still be loading. The heading is in the page or in the bar above it.
      const target = link || (next && !isLast ? null : document.querySelector<HTMLElement>("h1"));
      if (!target) return false;
      heading.current = link ? null : target;
      if (!link) target.setAttribute("tabindex", "-1");
      target.focus({ preventScroll: !link });
      return true;
    });
  }, [pathname]);
}

/** Stands for the page of the load before. */
const ELSEWHERE = "";

/** Whether one of our own pages led to this page load because another account begins or ends with it. */
function isLinkOfWorkspace(): boolean {
  const [load] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const before = URL.canParse(document.referrer) ? new URL(document.referrer) : null;
  return (
    load?.type === "navigate" &&
    before?.origin === location.origin &&
    [before.pathname, location.pathname].some((path) => slugOf(path) !== null)
  );
}

const PRESSES = ["keydown", "pointerdown"] as const;

const GIVE_UP_MS = 5_000;

/** Tries now, and again whenever the screen changes while it loads, and a last time. Returns a function that stops. */
function whenReady(tryIt: (isLast: boolean) => boolean): (() => void) | undefined {
  if (tryIt(false)) return undefined;
  const observer = new MutationObserver(() => tryIt(false) && stop());
  const timer = setTimeout(() => {
    stop();
    tryIt(true);
  }, GIVE_UP_MS);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
}
