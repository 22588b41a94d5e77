import { type MouseEvent, memo, useState } from "react";
import { useIsReadOnly } from "~/shared/workspace-context.ts";
import { Checkbox } from "~/ui/checkbox.tsx";
import { leadName } from "../../../../domain/lead-name.ts";
import type { LeadRow } from "../lib/lead-types.ts";
import type { Choice } from "../lib/use-filter-choices.ts";
import type { Column } from "./columns.ts";
import { EditCell } from "./edit-cell.tsx";
import { EditTags } from "./edit-tags.tsx";
import { LeadCell } from "./lead-cell.tsx";
import { RowActions } from "./row-actions.tsx";

export type RowOptions = {
  columns: Column[];
  currency: string;
  now: number;
  choices: Record<string, Choice[]>;
  hrefOf: (leadId: string) => string;
  onOpen: (lead: LeadRow, event: MouseEvent) => void;
  onToggle: (leadId: string, range: boolean) => void;
  onEdit: (edit: { id: string; field: keyof LeadRow } | null) => void;
  onSaved: () => Promise<unknown>;
  /** For stages that may need a dialog (Lost, Won): returns true, and moves the lead when its cell has the focus again. */
  onStage: (lead: LeadRow, stage: string) => boolean;
};

type Props = {
  lead: LeadRow;
  options: RowOptions;
  index: number;
  selected: boolean;
  open: boolean;
  editing: keyof LeadRow | null;
};

// Constants are faster, and scrolling renders hundreds of cells.
const CELL = "relative flex min-w-0 items-center px-3";
const CELL_RIGHT = `${CELL} justify-end`;
const EDIT = "flex h-8 w-full min-w-0 cursor-text items-center rounded-sm hover:bg-hover";
const EDIT_RIGHT = `${EDIT} justify-end`;
// The row is opaque and the sticky cells inherit its background, so that other cells scroll behind them.
const ROW = "grid h-10 grid-cols-(--columns) border-line-soft border-b bg-page text-13 hover:wash";
const ROW_SELECTED =
  "grid h-10 grid-cols-(--columns) border-line-soft border-b bg-page bg-[linear-gradient(var(--accent-tint),var(--accent-tint))] text-13";
const BOX = "sticky left-0 z-1 flex items-center justify-center [background:inherit]";
const BOX_SELECTED = `${BOX} shadow-[inset_2px_0_0_var(--accent)]`;
const NAME =
  "sticky left-11 z-1 flex min-w-0 items-center px-3 [background:inherit] group-data-scrolled/table:shadow-[1px_0_0_var(--line)]";

/** A lead in the table, 40 px high. Its name opens the lead. Users edit the other cells in place. */
export const LeadsRow = memo(function LeadsRow({ lead, options, index, selected, open, editing }: Props) {
  const isReadOnly = useIsReadOnly();
  const [isNear, setNear] = useState(false);
  const name = leadName(lead);
  const labelOf = (key: string) => options.choices.stage?.find(({ value }) => value === key)?.label ?? key;
  return (
    // biome-ignore lint/a11y/useSemanticElements: virtualized rows cannot be table rows
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-lead={lead.id}
      onPointerEnter={() => setNear(true)}
      onPointerLeave={({ currentTarget }) => setNear(currentTarget.contains(document.activeElement))}
      onFocus={() => setNear(true)}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setNear(false)}
      className={selected || open ? ROW_SELECTED : ROW}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as the row */}
      <div role="cell" className={selected || open ? BOX_SELECTED : BOX}>
        {!isReadOnly && (
          <Checkbox
            label={`Select ${name}`}
            hideLabel
            checked={selected}
            // React reports a checkbox's click as its change, so the event knows the Shift key.
            onChange={({ nativeEvent }) => options.onToggle(lead.id, (nativeEvent as PointerEvent).shiftKey)}
          />
        )}
      </div>
      {options.columns.map((column) => {
        const { key, editField, label, numeric } = column;
        const content = (
          <LeadCell
            column={key}
            lead={lead}
            currency={options.currency}
            now={options.now}
            stageLabel={labelOf(lead.stage)}
          />
        );
        return (
          // biome-ignore lint/a11y/useSemanticElements: as the row
          <div key={key} role="cell" className={key === "name" ? NAME : numeric ? CELL_RIGHT : CELL}>
            {key === "name" ? (
              <>
                <span className="flex min-w-[45%] flex-1">
                  <a
                    href={options.hrefOf(lead.id)}
                    data-name
                    // The actions may cover its end.
                    title={isNear ? name : undefined}
                    className="truncate font-medium text-ink no-underline hover:underline"
                    onClick={(event) => options.onOpen(lead, event)}
                  >
                    {name}
                  </a>
                </span>
                {isNear && !isReadOnly && <RowActions lead={lead} />}
              </>
            ) : editing === "tags" && editField === "tags" ? (
              <EditTags lead={lead} onDone={() => options.onEdit(null)} />
            ) : editField && editing === editField ? (
              <EditCell
                lead={lead}
                field={editField}
                label={label}
                currency={options.currency}
                choices={choicesOf(key, options.choices)}
                onSaved={options.onSaved}
                onStage={options.onStage}
                onDone={() => options.onEdit(null)}
              />
            ) : editField ? (
              <button
                type="button"
                tabIndex={-1}
                data-cell={editField}
                title={`Edit ${label.toLowerCase()}`}
                className={numeric ? EDIT_RIGHT : EDIT}
                onClick={() => options.onEdit({ id: lead.id, field: editField })}
              >
                {content}
              </button>
            ) : (
              content
            )}
          </div>
        );
      })}
    </div>
  );
});

function choicesOf(key: string, choices: Record<string, Choice[]>): Choice[] | undefined {
  if (key === "stage" || key === "source") return choices[key];
  if (key !== "owner") return undefined;
  const people = choices.owner?.filter(({ value }) => value !== "me" && value !== "none") ?? [];
  return [{ value: "", label: "No owner" }, ...people];
}
