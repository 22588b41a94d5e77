import type { RefObject } from "react";
import { shortcuts } from "~/content/shortcuts.ts";
import { useLeadActions } from "../lib/lead-actions.ts";
import type { LeadRow } from "../lib/lead-types.ts";
import { useShortcuts } from "../lib/shortcuts.ts";
import type { Selection } from "../lib/use-selection.ts";
import type { TableHandle } from "./leads-table.tsx";

type Options = {
  rows: LeadRow[];
  handle: RefObject<TableHandle | null>;
  stages: { key: string }[];
  onToggle: (leadId: string, range: boolean) => void;
  onStage: (lead: LeadRow, stage: string) => void;
  selection: Selection;
  /** First the loaded leads, then all matching ones. */
  onSelectAll: () => void;
  /** Moves all selected leads. */
  onSelectedStage: (stage: string) => void;
};

const focusedRow = () => document.activeElement?.closest<HTMLElement>("[role=row][data-lead]") ?? null;

/**
 * j and k move between rows, arrow keys between cells. e edits, x and Shift with an arrow key select, 1–8 move to a stage. Enter opens the lead, because
 * its name is a link. a, n, t, l and b work as on other screens.
 */
export function useLeadsShortcuts({
  rows,
  handle,
  stages,
  onToggle,
  onStage,
  selection,
  onSelectAll,
  onSelectedStage,
}: Options): void {
  const actions = useLeadActions();
  const indexOf = (row: HTMLElement | null) => rows.findIndex(({ id }) => id === row?.dataset["lead"]);
  const step = (by: number) => {
    const at = indexOf(focusedRow());
    handle.current?.focus(at === -1 ? 0 : at + by);
  };
  /** Selects the focused row and the next one. */
  const extend = (by: number) => () => {
    const at = indexOf(focusedRow());
    const [here, next] = [rows[at], rows[at + by]];
    if (!here || !next) return false;
    selection.add([here.id, next.id]);
    step(by);
  };
  const onRow = (act: (lead: LeadRow) => void) => () => {
    const lead = rows[indexOf(focusedRow())];
    if (!lead) return false;
    act(lead);
  };
  const across = (by: number) => () => {
    const row = focusedRow();
    if (!row) return false;
    const cells = [...row.querySelectorAll<HTMLElement>("[data-name], [data-cell]")];
    cells[cells.indexOf(document.activeElement as HTMLElement) + by]?.focus();
  };
  // A selection takes precedence over the focused row.
  const isSelected = selection.isAllMatching || selection.ids.size > 0;
  const moves = stages.map(
    ({ key }, at) =>
      [String(at + 1), isSelected ? () => onSelectedStage(key) : onRow((lead) => onStage(lead, key))] as const,
  );
  const assign = () => {
    // Not all matching leads are loaded. The button of the bulk bar loads their ids.
    if (selection.isAllMatching) document.querySelector<HTMLElement>("[data-bulk-assign]")?.focus();
    else actions.assign(rows.filter(({ id }) => selection.ids.has(id)));
  };
  useShortcuts(
    {
      j: () => step(1),
      k: () => step(-1),
      ["ArrowDown"]: () => step(1),
      ["ArrowUp"]: () => step(-1),
      ["ArrowRight"]: across(1),
      ["ArrowLeft"]: across(-1),
      x: onRow((lead) => onToggle(lead.id, false)),
      ["shift+ArrowDown"]: extend(1),
      ["shift+ArrowUp"]: extend(-1),
      "mod+a": onSelectAll,
      a: isSelected ? assign : onRow((lead) => actions.assign([lead])),
      n: onRow((lead) => actions.addNote(lead)),
      t: onRow((lead) => actions.addTask(lead)),
      l: onRow((lead) => actions.askOutcome(lead)),
      b: onRow((lead) => actions.bookCall(lead)),
      e: () => {
        const row = focusedRow();
        if (!row) return false;
        const cell = document.activeElement?.matches("[data-cell]")
          ? document.activeElement
          : row.querySelector("[data-cell]");
        (cell as HTMLElement | null)?.click();
      },
      ["Escape"]: () => {
        if (!isSelected) return false;
        selection.clear();
      },
      ...Object.fromEntries(moves),
    },
    { help: shortcuts.leads },
  );
}
