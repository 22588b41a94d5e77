import { CalendarSync } from "lucide-react";
import { formatDay } from "~/shared/format-date.ts";
import { Card } from "~/ui/card.tsx";
import { InvoiceChip } from "~/ui/chip.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Money } from "~/ui/money.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import type { Retainer } from "./list-retainers.ts";

/** A client's retainers: what runs, for how much a month, and until when (spec §2: no end is 'Ongoing'). */
export function RetainersTable({ retainers }: { retainers: Retainer[] }) {
  if (retainers.length === 0)
    return (
      <Card>
        <EmptyState
          icon={<CalendarSync />}
          title="No retainers yet"
          text="When a monthly service begins, its price and its dates appear here."
        />
      </Card>
    );
  return (
    <Card className="overflow-hidden">
      <Table aria-label="Retainers" cards>
        <TableHeader>
          <TableRow>
            <TableHead>Retainer</TableHead>
            <TableHead numeric>Monthly</TableHead>
            <TableHead>Start</TableHead>
            <TableHead>End</TableHead>
            <TableHead>Term</TableHead>
            <TableHead>Status</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {retainers.map((retainer) => (
            <RetainerRow key={retainer.id} retainer={retainer} />
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

function RetainerRow({ retainer }: { retainer: Retainer }) {
  const { retainer_name, description, monthly_amount, currency, duration_months, start_date, end_date } = retainer;
  return (
    <TableRow>
      <TableCell className="max-w-80 phone:max-w-none">
        <span className="block truncate">{retainer_name}</span>
        {description && <span className="block truncate text-ink-3 text-xs">{description}</span>}
      </TableCell>
      <TableCell numeric>
        <Money cents={monthly_amount} currency={currency} />
      </TableCell>
      <TableCell hideOnPhone className="whitespace-nowrap">
        {formatDay(start_date)}
      </TableCell>
      <TableCell className="whitespace-nowrap phone:text-ink-3 phone:text-xs phone:even:text-left">
        {end_date ? formatDay(end_date) : "Ongoing"}
      </TableCell>
      <TableCell hideOnPhone>
        {duration_months ? `${duration_months} ${duration_months === 1 ? "month" : "months"}` : "–"}
      </TableCell>
      <TableCell className="phone:text-right">
        <InvoiceChip status={retainer.status} />
      </TableCell>
    </TableRow>
  );
}
