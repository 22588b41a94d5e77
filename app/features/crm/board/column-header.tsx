import { Skeleton } from "~/ui/skeleton.tsx";
import { StageIcon } from "~/ui/stage-icon.tsx";
import { formatWholeMoney } from "../../../../domain/money.ts";
import { formatAge } from "../lib/crm-format.ts";
import { numberFormat } from "../lib/lead-row.ts";
import type { BoardColumn } from "./load-board.ts";

const DAY_SECONDS = 86_400;

/** '4.1 d', below a day '10 m'; a dash when nobody left this stage within 90 days. */
export function medianDays({ median_seconds: seconds }: BoardColumn): string {
  if (seconds === null) return "–";
  return seconds < DAY_SECONDS ? formatAge(seconds * 1000) : `${(seconds / DAY_SECONDS).toFixed(1)} d`;
}

/** '58 %' of those that came this far went on; a dash when nobody came. */
export const conversion = (column: BoardColumn) =>
  column.entered === 0 ? "–" : `${Math.round((100 * column.moved_on) / column.entered)} %`;

type Props = { column: BoardColumn; currency: string; nextLabel: string | null };

/** A stage's name and its figures, all from the database. */
export function ColumnHeader({ column, currency, nextLabel }: Props) {
  const said = `Half of the leads stay for less than ${medianDays(column)}; ${conversion(column)} of ${numberFormat.format(column.entered)} went further (90 days)`;
  return (
    <header className="grid gap-0.5 px-2 pt-2 pb-2 phone:hidden">
      <h2 className="flex items-center gap-2 font-medium text-sm">
        <StageIcon stage={column.stage} />
        <span className="truncate">{column.label}</span>
        {column.leads === null ? (
          <Skeleton className="w-6" />
        ) : (
          <span className="num font-normal text-ink-3 text-xs">
            {numberFormat.format(column.leads)}
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
