import type { RefObject } from "react";
import { shortcuts } from "~/content/shortcuts.ts";
import { useLeadActions } from "../lib/lead-actions.ts";
import type { LeadRow } from "../lib/lead-types.ts";
import { useShortcuts } from "../lib/shortcuts.ts";
import type { ColumnHandle } from "./board-column.tsx";
import { openCardMenu } from "./card-menu.ts";

type Options = {
  stages: { key: string; label: string }[];
  handles: RefObject<Map<string, ColumnHandle>>;
  focusAfterMove: RefObject<string | null>;
  findLead: (leadId: string) => LeadRow | undefined;
  getSelected: () => LeadRow[];
  onMove: (leads: LeadRow[], stage: string) => void;
  onToggle: (leadId: string) => void;
  onClear: () => void;
};

/** The card with the focus. It comes from the document instead of state, so that moving the focus renders nothing. */
function focusedCard(): { id: string; stage: string } | null {
  const card = document.activeElement?.closest<HTMLElement>("[data-lead]");
  const column = card?.closest<HTMLElement>("[data-stage]");
  const [id, stage] = [card?.dataset["lead"], column?.dataset["stage"]];
  return id && stage ? { id, stage } : null;
}

/**
 * Arrow keys and j/k move between cards and columns. 1–8 move the card, x selects it, m opens its menu. a, n, t, l, b and e
 * work as on other screens.
 */
export function useBoardShortcuts({
  stages,
  handles,
  focusAfterMove,
  findLead,
  getSelected,
  onMove,
  onToggle,
  onClear,
}: Options): void {
  const actions = useLeadActions();
  const step = (by: number) => {
    const at = focusedCard();
    if (!at) return focusFirst();
    const column = handles.current.get(at.stage);
    column?.focus(column.ids().indexOf(at.id) + by);
  };
  const focusFirst = () => {
    for (const { key } of stages) {
      const column = handles.current.get(key);
      if (column && column.count() > 0) return column.focus(0);
    }
    return false;
  };
  const across = (by: number) => {
    const at = focusedCard();
    if (!at) return focusFirst();
    const index = handles.current.get(at.stage)?.ids().indexOf(at.id) ?? 0;
    for (let to = stages.findIndex(({ key }) => key === at.stage) + by; to >= 0 && to < stages.length; to += by) {
      const column = handles.current.get(stages[to]?.key ?? "");
      if (column && column.count() > 0) return column.focus(index);
    }
  };
  const onCard = (act: (lead: LeadRow) => void) => () => {
    const lead = findLead(focusedCard()?.id ?? "");
    if (!lead) return false;
    act(lead);
    return undefined;
  };
  const moves = stages.map(({ key }, at): [string, () => false | undefined] => [
    String(at + 1),
    () => {
      // A move of one selected card moves all selected cards.
      const lead = getSelected()[0] ?? findLead(focusedCard()?.id ?? "");
      if (!lead) return false;
      focusAfterMove.current = lead.id;
      onMove([lead], key);
      return undefined;
    },
  ]);
  useShortcuts(
    {
      j: () => step(1),
      k: () => step(-1),
      ["ArrowDown"]: () => step(1),
      ["ArrowUp"]: () => step(-1),
      ["ArrowRight"]: () => across(1),
      ["ArrowLeft"]: () => across(-1),
      ...Object.fromEntries(moves),
      x: onCard((lead) => onToggle(lead.id)),
      m: onCard(openCardMenu),
      ["Escape"]: () => {
        if (getSelected().length === 0) return false;
        onClear();
      },
      a: () => {
        const leads = getSelected();
        if (leads.length === 0) return onCard((lead) => actions.assign([lead]))();
        actions.assign(leads);
      },
      n: onCard((lead) => actions.addNote(lead)),
      t: onCard((lead) => actions.addTask(lead)),
      l: onCard((lead) => actions.askOutcome(lead)),
      b: onCard((lead) => actions.bookCall(lead)),
      e: onCard((lead) => actions.writeEmail(lead)),
    },
    { help: shortcuts.board },
  );
}
