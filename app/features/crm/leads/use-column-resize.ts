import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef } from "react";
import { useEventCallback } from "~/shared/use-event-callback.ts";
import { type ColumnKey, type ColumnLayout, clampWidth, columnOf, gridOf, resizeColumn } from "./columns.ts";
import type { ColumnsState } from "./use-columns.ts";

/** One press of a key changes the width by this many pixels. */
const STEP = 16;

/**
 * Resizes columns. While an edge is dragged or a key is held, only two CSS variables change, so that no row renders. The result
 * is stored at the end.
 */
export function useColumnResize({ layout, change }: ColumnsState, scroller: RefObject<HTMLDivElement | null>) {
  const active = useRef<{ key: ColumnKey; width: number; drag?: { x: number; from: number; handle: HTMLElement } }>(
    null,
  );
  const widthOf = (key: ColumnKey) =>
    scroller.current?.querySelector(`[data-column="${key}"]`)?.getBoundingClientRect().width ?? columnOf(key).base;
  const draw = (shown: ColumnLayout) => {
    const { columns, width } = gridOf(shown);
    scroller.current?.style.setProperty("--columns", columns);
    scroller.current?.style.setProperty("--columns-width", width);
  };
  const preview = (key: ColumnKey, width: number) => {
    if (active.current) active.current.width = clampWidth(width);
    draw(resizeColumn(layout, key, width, widthOf));
  };
  const finish = () => {
    active.current?.drag?.handle.removeAttribute("data-active");
    active.current = null;
  };
  const store = (key: ColumnKey, width: number) =>
    change(
      (before) => resizeColumn(before, key, width, widthOf),
      () => `${columnOf(key).label}, ${clampWidth(width)} pixels wide`,
    );
  const commit = useEventCallback(() => {
    if (!active.current || active.current.drag) return;
    const { key, width } = active.current;
    finish();
    store(key, width);
  });
  const cancel = useEventCallback(() => {
    if (!active.current) return;
    finish();
    draw(layout);
  });
  useEffect(() => {
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !active.current) return;
      event.preventDefault();
      cancel();
    };
    addEventListener("keydown", onEscape);
    return () => removeEventListener("keydown", onEscape);
  }, [cancel]);
  const fitToContent = (key: ColumnKey) => store(key, contentWidth(scroller.current, layout, key));
  const handle = (key: ColumnKey) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.stopPropagation();
      const { currentTarget: element, clientX: x, pointerId } = event;
      element.setPointerCapture(pointerId);
      element.setAttribute("data-active", "");
      const from = widthOf(key);
      active.current = { key, width: from, drag: { x, from, handle: element } };
    },
    onPointerMove: ({ clientX }: PointerEvent) => {
      const drag = active.current?.drag;
      if (drag && clientX !== drag.x) preview(key, drag.from + clientX - drag.x);
    },
    onPointerUp: () => {
      const dragged = active.current;
      if (!dragged?.drag) return;
      finish();
      if (dragged.width !== dragged.drag.from) store(key, dragged.width);
    },
    onPointerCancel: cancel,
    // Otherwise the browser would drag the whole header.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onDoubleClick: () => fitToContent(key),
  });
  return {
    handle,
    fitToContent,
    /** One step wider or narrower. `commit` stores the width when the key is released. */
    step: (key: ColumnKey, by: number) => {
      active.current ??= { key, width: widthOf(key) };
      preview(key, active.current.width + by * STEP);
    },
    commit,
  };
}

/** The width of the widest cell that is drawn, including the header. */
function contentWidth(scroller: HTMLElement | null, layout: ColumnLayout, key: ColumnKey): number {
  if (!scroller) return columnOf(key).base;
  const at = layout.findIndex((shown) => shown.key === key);
  const drawn = scroller.style.getPropertyValue("--columns");
  // Each row is a grid of its own, so each tells the width that its own content needs.
  scroller.style.setProperty("--columns", `44px ${layout.map((_, i) => (i === at ? "max-content" : "0px")).join(" ")}`);
  const cells = [...scroller.querySelectorAll<HTMLElement>("[role=row]")].map((row) => row.children[at + 1]);
  const widths = cells.map((cell) => cell?.getBoundingClientRect().width ?? 0);
  scroller.style.setProperty("--columns", drawn);
  return Math.ceil(Math.max(...widths));
}
