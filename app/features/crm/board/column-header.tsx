import { ChevronLeft, ChevronRight } from "lucide-react";
import { Field } from "~/ui/field.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { StageIcon } from "~/ui/stage-icon.tsx";
import { formatCount, formatShare } from "../../../../domain/format-count.ts";
import { formatDuration } from "../../../../domain/format-duration.ts";
import { formatWholeMoney } from "../../../../domain/money.ts";
import type { Column } from "./api.ts";

/** Without `nextLabel`, the column has no median and no conversion. They are those of all leads, so a narrowed board leaves them out. */
type Props = { column: Column; currency: string; nextLabel: string | null };

/**
 * Value, median time and conversion with their names. A closed stage has no next one, so it has only its value, as a stage has
 * that no lead entered or left within 90 days.
 */
function Figures({ column, currency, nextLabel }: Props) {
  const { median_seconds: median, moved_on: movedOn, entered } = column;
  const figures = [
    [column.value_cents === null ? "…" : formatWholeMoney({ amount: column.value_cents, currency }), "value"],
    ...(nextLabel !== null && median !== null ? [[formatDuration(median), "median"]] : []),
    ...(nextLabel !== null && entered > 0 ? [[formatShare(movedOn, entered), "move on"]] : []),
  ];
  return (
    <p
      className="flex min-h-8 flex-wrap content-start gap-x-2.5 text-ink-3 text-xs phone:min-h-0"
      title={
        nextLabel === null
          ? undefined
          : `Median time in this stage, and the share that moved to ${nextLabel} or further, of ${formatCount(column.entered)} in the last 90 days`
      }
    >
      {figures.map(([figure, name]) => (
        <span key={name}>
          <span className="num text-ink-2">{figure}</span> {name}
        </span>
      ))}
    </p>
  );
}

export function ColumnHeader({ column, currency, nextLabel }: Props) {
  return (
    <header className="grid grid-cols-1 gap-0.5 px-2 pt-2 pb-2 phone:hidden">
      <h2 className="flex items-center gap-2 font-medium text-sm">
        <StageIcon stage={column.stage} />
        <span className="truncate">{column.label}</span>
        {column.leads === null ? (
          <Skeleton className="w-6" />
        ) : (
          <span className="num font-normal text-ink-3 text-xs">
            {formatCount(column.leads)}
            <span className="sr-only"> leads</span>
          </span>
        )}
      </h2>
      <Figures column={column} currency={currency} nextLabel={nextLabel} />
    </header>
  );
}

type PhoneProps = {
  columns: Column[];
  currency: string;
  /** A filter or a scope narrows the cards. */
  isNarrowed: boolean;
  stage: string;
  onStage: (stage: string) => void;
};

/** A phone shows one stage at a time: a select between two arrows, with the figures of the stage. */
export function PhoneStages({ columns, currency, isNarrowed, stage, onStage }: PhoneProps) {
  const at = columns.findIndex((column) => column.stage === stage);
  const column = columns[at];
  const next = columns[at + 1];
  if (!column) return null;
  const closed = stage === "won" || stage === "lost";
  return (
    <div className="grid gap-2 px-4 pt-3 pb-1">
      <div className="flex items-center gap-2">
        <IconButton
          label="Previous stage"
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
                {label} {leads === null ? "" : formatCount(leads)} · {index + 1} of {columns.length}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <IconButton label="Next stage" variant="default" disabled={!next} onClick={() => onStage(next?.stage ?? stage)}>
          <ChevronRight aria-hidden="true" />
        </IconButton>
      </div>
      <h2 className="sr-only">{column.label}</h2>
      <Figures column={column} currency={currency} nextLabel={closed || isNarrowed ? null : (next?.label ?? null)} />
    </div>
  );
}
