import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { flushSync } from "react-dom";
import { Button } from "~/ui/button.tsx";
import { IconButton } from "~/ui/icon-button.tsx";

/** What can be done with the items of a list. */
export type ItemMoves = { onMove: (from: number, to: number) => void; onRemove: (place: number) => void };

type Props = {
  /** What assistive technology calls the item, such as 'question 2'. */
  named: string;
  place: number;
  count: number;
  moves: ItemMoves;
};
type Action = "up" | "down" | "remove";

/** Moves an item of a list or removes it. The focus goes with a moved item, and to the next one after a removal. */
export function ItemButtons({ named, place, count, moves }: Props) {
  const run = ({ currentTarget }: MouseEvent<HTMLElement>, action: Action) => {
    const list = currentTarget.closest("[data-item-list]");
    const to = place + (action === "up" ? -1 : action === "down" ? 1 : 0);
    flushSync(() => (action === "remove" ? moves.onRemove(place) : moves.onMove(place, to)));
    const buttonsAt = (at: number, which: string) =>
      list?.querySelector<HTMLElement>(`[data-item-buttons="${at}"] ${which}:not(:disabled)`);
    const next =
      buttonsAt(to, `[data-action=${action}]`) ??
      buttonsAt(to, "button") ??
      buttonsAt(to - 1, "[data-action=remove]") ??
      list?.querySelector<HTMLElement>("[data-add-item]");
    next?.focus();
    next?.scrollIntoView({ block: "nearest", behavior: "instant" });
  };
  const button = (action: Action) => ({
    size: "sm" as const,
    "data-action": action,
    onClick: (event: MouseEvent<HTMLElement>) => run(event, action),
  });
  return (
    <div data-item-buttons={place} className="flex shrink-0 text-ink-2">
      <IconButton label={`Move ${named} up`} disabled={place === 0} {...button("up")}>
        <ArrowUp aria-hidden="true" />
      </IconButton>
      <IconButton label={`Move ${named} down`} disabled={place === count - 1} {...button("down")}>
        <ArrowDown aria-hidden="true" />
      </IconButton>
      <IconButton label={`Remove ${named}`} {...button("remove")}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </div>
  );
}

const FIELDS = "input:not([type=hidden]), textarea, select, button, [contenteditable=true]";

/** Adds an item at the end of a list. The focus goes to its first field, so that people can type right away. */
export function AddItemButton({ onAdd, children }: { onAdd: () => void; children: ReactNode }) {
  const add = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const list = currentTarget.closest("[data-item-list]");
    flushSync(onAdd);
    const added = [...(list?.querySelectorAll("[data-item-buttons]") ?? [])].at(-1)?.closest("fieldset");
    const field = added?.querySelector<HTMLElement>(`[data-setting] :is(${FIELDS})`);
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: "nearest", behavior: "instant" });
  };
  return (
    <Button size="sm" data-add-item="" icon={<Plus aria-hidden="true" />} onClick={add}>
      {children}
    </Button>
  );
}
