import { ChevronLeft, ChevronRight } from "lucide-react";
import { Field } from "~/ui/field.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { StageIcon } from "~/ui/stage-icon.tsx";
import { formatCount, formatDecimal, formatPercent } from "../../../../domain/format-count.ts";
import { formatWholeMoney } from "../../../../domain/money.ts";
import { formatAge } from "../lib/crm-format.ts";
import type { Column } from "./api.ts";

const DAY_SECONDS = 86_400;

/** '4.1 d', or '10 min' for less than a day. '–' when no lead left this stage within 90 days. */
function medianDays({ median_seconds: seconds }: Column): string {
  if (seconds === null) return "–";
  return seconds < DAY_SECONDS ? formatAge(seconds * 1000) : `${formatDecimal(seconds / DAY_SECONDS, 1)} d`;
}

/** The share of leads that moved on from this stage: '58%', or '–' when none entered it. */
const conversion = (column: Column) => (column.entered === 0 ? "–" : formatPercent(column.moved_on / column.entered));

type Props = { column: Column; currency: string; nextLabel: string | null };

export function ColumnHeader({ column, currency, nextLabel }: Props) {
  const said = `Median time in stage: ${medianDays(column)}. ${conversion(column)} of ${formatCount(column.entered)} moved on (last 90 days).`;
  return (
    <header className="grid gap-0.5 px-2 pt-2 pb-2 phone:hidden">
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
      <p className="flex flex-wrap gap-x-1.5 text-ink-2 text-xs" title={said}>
        {column.value_cents === null ? (
          <Skeleton className="my-[3px] w-14" />
        ) : (
          <span className="num">{formatWholeMoney({ amount: column.value_cents, currency })}</span>
        )}
        {nextLabel !== null && (
          <>
            <span aria-hidden="true">·</span>
            <span className="num" aria-hidden="true">
              {medianDays(column)}
            </span>
            <span aria-hidden="true">·</span>
            <span className="num" aria-hidden="true">
              {conversion(column) === "–" ? "–" : `→ ${conversion(column)}`}
            </span>
            <span className="sr-only">{said}</span>
          </>
        )}
      </p>
    </header>
  );
}

type PhoneProps = { columns: Column[]; currency: string; stage: string; onStage: (stage: string) => void };

/** A phone shows one stage at a time: a select between two arrows, with the figures of the stage. */
export function PhoneStages({ columns, currency, stage, onStage }: PhoneProps) {
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
