import { draggable } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { LeadRow } from "~/shared/crm/lead-row.ts";
import type { Selection } from "~/shared/crm/use-selection.ts";

type Props = { lead: LeadRow; selection: Selection; children: (dragged: boolean) => ReactNode };

/** Takes its card, or with it everything that is selected. Under a finger the drawer and its menu move leads instead. */
export function DraggableCard({ lead, selection, children }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState(false);
  const latest = useRef({ lead, selection });
  useEffect(() => {
    latest.current = { lead, selection };
  });
  useEffect(() => {
    if (!element.current) return;
    return draggable({
      element: element.current,
      getInitialData: () => ({ lead: latest.current.lead, stage: latest.current.lead.stage }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    });
  }, []);
  return <div ref={element}>{children(dragged)}</div>;
}
