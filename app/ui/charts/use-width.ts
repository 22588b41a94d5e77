import { useCallback, useState } from "react";

/**
 * The width of an element in pixels, updated on resize. Charts are drawn 1:1, so that their text keeps its size. A hidden
 * element has no width, so it keeps its last one.
 */
export function useWidth(first: number): [(element: Element | null) => (() => void) | undefined, number] {
  const [width, setWidth] = useState(first);
  const attach = useCallback((element: Element | null) => {
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      const shown = Math.round(entry?.contentRect.width ?? 0);
      if (shown > 0) setWidth(shown);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [attach, width];
}
