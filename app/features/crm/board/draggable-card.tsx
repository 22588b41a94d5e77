import { draggable } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { setCustomNativeDragPreview } from "@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview";
import { memo, useEffect, useRef, useState } from "react";
import type { LeadRow } from "../lib/lead-types.ts";
import type { CardOptions } from "./board-context.ts";
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
 * Drags its card, or the whole selection. On touch screens, users move leads with the card's menu instead. Memoized, so
 * that scrolling renders only new cards.
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
      // The browser draws the preview of a single card.
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

type Preview = { source: { element: HTMLElement }; nativeSetDragImage: DataTransfer["setDragImage"] | null };

/** The drag preview of several cards: a stack with the card under the pointer on top, and a count. */
function setDragPreview({ source, nativeSetDragImage }: Preview, count: number): void {
  setCustomNativeDragPreview({
    nativeSetDragImage,
    getOffset: () => ({ x: 24, y: 24 }),
    render: ({ container }) => {
      const stack = document.createElement("div");
      stack.className = "relative pt-2 pr-3 pb-1.5";
      stack.style.width = `${source.element.offsetWidth + 12}px`;
      const card = source.element.cloneNode(true) as HTMLElement;
      card.querySelector("[data-card-menu]")?.parentElement?.remove();
      for (const marked of card.querySelectorAll("[data-lead]")) marked.removeAttribute("data-lead");
      card.className = "rounded-card shadow-[4px_4px_0_-1px_var(--surface),4px_4px_0_0_var(--line-strong)]";
      const badge = document.createElement("span");
      badge.className =
        "absolute top-0 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1.5 font-medium text-on-accent text-xs tabular-nums";
      badge.textContent = String(count);
      stack.append(card, badge);
      container.append(stack);
    },
  });
}
