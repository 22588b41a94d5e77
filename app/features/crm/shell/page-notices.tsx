import { type ReactNode, useLayoutEffect, useRef } from "react";

const HEIGHT = "--notices";

/** The notices above every page. Screens that fill the window subtract its height, `var(--notices, 0px)`. */
export function PageNotices({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const own = element.current;
    if (!own) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(HEIGHT, `${own.offsetHeight}px`));
    observer.observe(own);
    return () => {
      observer.disconnect();
      style.removeProperty(HEIGHT);
    };
  }, []);
  return (
    // A flow root, so that the margins of what it contains count.
    <div ref={element} className="flow-root">
      {children}
    </div>
  );
}
