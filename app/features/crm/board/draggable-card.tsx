import { draggable } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { memo, useEffect, useRef, useState } from "react";
import type { LeadRow } from "../lib/lead-row.ts";
import type { CardOptions } from "./card-options.ts";
import { setDragPreview } from "./drag-preview.ts";
import { LeadCard } from "./lead-card.tsx";

type Props = {
  lead: LeadRow;
  options: CardOptions;
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
  const { lead, options, currency, rotsAfterDays, selected, open } = props;
  const element = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState(false);
  const latest = useRef({ lead, taken: 1 });
  useEffect(() => {
    latest.current = { lead, taken: selected ? options.selection.ids.size : 1 };
  });
  useEffect(() => {
    if (!element.current) return;
    return draggable({
      element: element.current,
      getInitialData: () => ({ lead: latest.current.lead, stage: latest.current.lead.stage }),
      // Of one card the browser makes a picture by itself.
      onGenerateDragPreview: (drag) => latest.current.taken > 1 && setDragPreview(drag, latest.current.taken),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    });
  }, []);
  return (
    <div ref={element}>
      <LeadCard
        lead={lead}
        currency={currency}
        now={options.now}
        rotsAfterDays={rotsAfterDays}
        selected={selected}
        open={open}
        dragged={dragged}
        href={options.hrefOf(lead.id)}
        onOpen={options.onOpen}
        onToggle={options.selection.toggle}
      />
    </div>
  );
});
