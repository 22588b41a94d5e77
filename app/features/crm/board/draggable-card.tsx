import { draggable } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { memo, useEffect, useRef, useState } from "react";
import type { LeadRow } from "../lib/lead-row.ts";
import type { CardLook } from "./card-look.ts";
import { drawStack } from "./drag-picture.ts";
import { LeadCard } from "./lead-card.tsx";

type Props = {
  lead: LeadRow;
  look: CardLook;
  currency: string;
  rotsAfterDays: number | null;
  selected: boolean;
  open: boolean;
};

/**
 * Takes its card, or with it everything that is selected. Under a finger the drawer and its menu move leads instead. While a
 * column scrolls, only the cards that come are rendered.
 */
export const DraggableCard = memo(function DraggableCard(props: Props) {
  const { lead, look, currency, rotsAfterDays, selected, open } = props;
  const element = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState(false);
  const latest = useRef({ lead, taken: 1 });
  useEffect(() => {
    latest.current = { lead, taken: selected ? look.selection.ids.size : 1 };
  });
  useEffect(() => {
    if (!element.current) return;
    return draggable({
      element: element.current,
      getInitialData: () => ({ lead: latest.current.lead, stage: latest.current.lead.stage }),
      // Of one card the browser makes a picture by itself.
      onGenerateDragPreview: (drag) => latest.current.taken > 1 && drawStack(drag, latest.current.taken),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    });
  }, []);
  return (
    <div ref={element}>
      <LeadCard
        lead={lead}
        currency={currency}
        now={look.now}
        rotsAfterDays={rotsAfterDays}
        selected={selected}
        open={open}
        dragged={dragged}
        href={look.hrefOf(lead.id)}
        onOpen={look.onOpen}
        onToggle={look.selection.toggle}
      />
    </div>
  );
});
