import { ChevronLeft, ChevronRight } from "lucide-react";
import { Field } from "~/ui/field.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { formatWholeMoney } from "../../../../domain/money.ts";
import { numberFormat } from "../lib/lead-row.ts";
import { conversion, medianDays } from "./column-header.tsx";
import type { BoardColumn } from "./load-board.ts";

type Props = { columns: BoardColumn[]; currency: string; stage: string; onStage: (stage: string) => void };

/** On a phone one stage at a time: a select between two arrows, and the stage's figures under it. */
export function PhoneStages({ columns, currency, stage, onStage }: Props) {
  const at = columns.findIndex((column) => column.stage === stage);
  const column = columns[at];
  const next = columns[at + 1];
  if (!column) return null;
  const closed = stage === "won" || stage === "lost";
  return (
    <div className="grid gap-2 px-4 pt-3 pb-1">
      <div className="flex items-center gap-2">
        <IconButton
          label="Stage before"
          variant="default"
          disabled={at <= 0}
          onClick={() => onStage(columns[at - 1]?.stage ?? stage)}
        >
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <Field label="Stage" hideLabel className="flex-1">
          <NativeSelect value={stage} onChange={(event) => onStage(event.target.value)}>
            {columns.map(({ stage: key, label, leads }, index) => (
              <option key={key} value={key}>
                {label} {leads === null ? "" : numberFormat.format(leads)} · {index + 1} of {columns.length}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <IconButton
          label="Stage after"
          variant="default"
          disabled={!next}
          onClick={() => onStage(next?.stage ?? stage)}
        >
          <ChevronRight aria-hidden="true" />
        </IconButton>
      </div>
      <h2 className="sr-only">{column.label}</h2>
      <p className="flex flex-wrap gap-x-4 text-ink-3 text-xs">
        <span>
          <span className="num text-ink">
            {column.value_cents === null ? "…" : formatWholeMoney({ amount: column.value_cents, currency })}
          </span>{" "}
          value
        </span>
        {!closed && (
          <>
            <span>
              <span className="num text-ink">{medianDays(column)}</span> median
            </span>
            <span>
              <span className="num text-ink">{conversion(column)}</span> to {next?.label}
            </span>
          </>
        )}
      </p>
    </div>
  );
}
