import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { type RefObject, useEffect, useState } from "react";
import { useEventCallback } from "~/shared/use-event-callback.ts";
import { type ColumnKey, moveColumn } from "./columns.ts";
import { type ColumnsState, placeText } from "./use-columns.ts";

export type DropEdge = "left" | "right" | "top" | "bottom";

type Options = { axis: "x" | "y"; enabled?: boolean };

/** Drags a column to a place beside another one: its header, or its item in the menu of columns. The name stays first. */
export function useColumnDrag(
  element: RefObject<HTMLElement | null>,
  key: ColumnKey,
  { change }: ColumnsState,
  { axis, enabled = true }: Options = { axis: "x" },
) {
  const [edge, setEdge] = useState<DropEdge | null>(null);
  const [dragged, setDragged] = useState(false);
  const onDrop = useEventCallback((source: ColumnKey, at: DropEdge) =>
    change(
      (before) => {
        const others = before.filter((shown) => shown.key !== source);
        const beside = others.findIndex((shown) => shown.key === key);
        return moveColumn(before, source, at === "left" || at === "top" ? beside : beside + 1);
      },
      (after) => placeText(after, { key: source }),
    ),
  );
  useEffect(() => {
    const target = element.current;
    if (!target || !enabled) return;
    const edgeAt = ({ clientX, clientY }: { clientX: number; clientY: number }): DropEdge => {
      const box = target.getBoundingClientRect();
      if (axis === "y") return key !== "name" && clientY < box.top + box.height / 2 ? "top" : "bottom";
      return key !== "name" && clientX < box.left + box.width / 2 ? "left" : "right";
    };
    const stopTarget = dropTargetForElements({
      element: target,
      canDrop: ({ source }) => typeof source.data.column === "string" && source.data.column !== key,
      onDrag: ({ location }) => setEdge(edgeAt(location.current.input)),
      onDragLeave: () => setEdge(null),
      onDrop: ({ source, location }) => {
        setEdge(null);
        onDrop(source.data.column as ColumnKey, edgeAt(location.current.input));
      },
    });
    const stopSource =
      key === "name"
        ? () => {}
        : draggable({
            element: target,
            getInitialData: () => ({ column: key }),
            onDragStart: () => setDragged(true),
            onDrop: () => setDragged(false),
          });
    return () => {
      stopTarget();
      stopSource();
    };
  }, [element, key, axis, enabled, onDrop]);
  return { edge, dragged };
}
