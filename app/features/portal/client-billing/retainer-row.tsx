import { formatDay } from "~/shared/format-date.ts";
import { InvoiceChip } from "~/ui/chip.tsx";
import { Money } from "~/ui/money.tsx";
import { TableCell, TableRow } from "~/ui/table.tsx";
import type { Retainer } from "./list-retainers.ts";

type Props = { retainer: Retainer; nextCharge: string | undefined };

/** One retainer (spec §2: without an end it is 'Ongoing'). What has ended steps back. */
export function RetainerRow({ retainer, nextCharge }: Props) {
  const { retainer_name, description, status, monthly_amount, currency, duration_months, start_date, end_date } =
    retainer;
  const end = end_date ? formatDay(end_date) : "Ongoing";
  return (
    <TableRow>
      <TableCell className="max-w-80 py-2 phone:order-1 phone:max-w-none">
        <span className="block truncate phone:text-sm">{retainer_name}</span>
        {description && (
          <span title={description} className="block truncate text-ink-3 text-xs phone:whitespace-normal">
            {description}
          </span>
        )}
      </TableCell>
      <TableCell className="phone:order-4 phone:self-start phone:text-right">
        <InvoiceChip status={status} />
      </TableCell>
      <TableCell numeric className="phone:order-2 phone:self-start phone:text-sm">
        <Money cents={monthly_amount} currency={currency} />
      </TableCell>
      <TableCell hideOnPhone className="whitespace-nowrap text-ink-2">
        {nextCharge ? formatDay(nextCharge) : "–"}
      </TableCell>
      <TableCell hideOnPhone className="whitespace-nowrap text-ink-2">
        {formatDay(start_date)}
      </TableCell>
      <TableCell className="whitespace-nowrap text-ink-2 phone:order-3 phone:whitespace-normal phone:text-xs phone:even:text-left">
        <span className="md:hidden">
          {nextCharge ? `Next ${formatDay(nextCharge)} · ${end_date ? "until " : ""}` : `${formatDay(start_date)} – `}
        </span>
        {end}
      </TableCell>
      <TableCell hideOnPhone className="whitespace-nowrap text-ink-2">
        {duration_months ? `${duration_months} ${duration_months === 1 ? "month" : "months"}` : "–"}
      </TableCell>
    </TableRow>
  );
}
