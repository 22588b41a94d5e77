import { formatDay } from "~/shared/format-date.ts";
import { InvoiceChip } from "~/ui/chip.tsx";
import { Money } from "~/ui/money.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import type { RetainerListItem } from "./search-retainers.ts";

type Props = { retainers: RetainerListItem[]; stale: boolean; onOpen: (id: string) => void };

export function RetainersTable({ retainers, stale, onOpen }: Props) {
  return (
    <Table aria-label="Retainers" cards stale={stale}>
      <TableHeader>
        <TableRow>
          <TableHead>Retainer</TableHead>
          <TableHead>Client</TableHead>
          <TableHead>Status</TableHead>
          <TableHead numeric>Monthly</TableHead>
          <TableHead>Next charge</TableHead>
          <TableHead>Ends</TableHead>
          <TableHead numeric>Invoices</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {retainers.map((retainer) => (
          <Row key={retainer.id} retainer={retainer} onOpen={() => onOpen(retainer.id)} />
        ))}
      </TableBody>
    </Table>
  );
}

function Row({ retainer, onOpen }: { retainer: RetainerListItem; onOpen: () => void }) {
  const { retainer_name, client_company, client_name, status, monthly_amount, currency, next_charge, end_date } =
    retainer;
  return (
    <TableRow className="relative cursor-pointer">
      <TableCell className="max-w-64 truncate phone:order-1 phone:max-w-none">
        <button
          type="button"
          onClick={onOpen}
          className="max-w-full cursor-pointer truncate text-left font-medium after:absolute after:inset-0 hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2 phone:text-sm"
        >
          {retainer_name}
        </button>
      </TableCell>
      <TableCell className="max-w-56 truncate text-ink-2 phone:order-3 phone:max-w-none phone:text-xs phone:even:text-left">
        {client_company || client_name}
      </TableCell>
      <TableCell className="phone:order-4 phone:text-right">
        <InvoiceChip status={status} />
      </TableCell>
      <TableCell numeric className="phone:order-2 phone:text-sm">
        <Money cents={monthly_amount} currency={currency} />
      </TableCell>
      <TableCell className="whitespace-nowrap text-ink-2 phone:order-5 phone:col-span-2 phone:text-xs">
        <span className="md:hidden">{next_charge ? "Next charge " : "No further charge"}</span>
        {next_charge ? formatDay(next_charge) : <span className="phone:hidden">–</span>}
      </TableCell>
      <TableCell hideOnPhone className="whitespace-nowrap text-ink-2">
        {end_date ? formatDay(end_date) : "Ongoing"}
      </TableCell>
      <TableCell hideOnPhone numeric className="text-ink-2">
        {retainer.invoices}
      </TableCell>
    </TableRow>
  );
}
