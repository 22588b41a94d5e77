import { Ellipsis } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useBillingRegion } from "~/shared/use-agency-contact.ts";
import { Button } from "~/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Chip } from "~/ui/chip.tsx";
import { cn } from "~/ui/cn.ts";
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from "~/ui/dropdown-menu.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Money } from "~/ui/money.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { unbroken } from "~/ui/unbroken.tsx";
import { formatDay, formatMoment } from "../../../../domain/format-date.ts";
import { formatMoney } from "../../../../domain/money.ts";
import { formatAdminTime } from "../lib/billing-time.ts";
import { togetherNote } from "./admin-history.ts";
import type { AdminInvoice } from "./api.ts";
import { LEDGER_NAMES, type LedgerRow, ledgerRows } from "./ledger-rows.ts";
import { RemoveEntryDialog } from "./remove-entry-dialog.tsx";

const EMPTY_TEXTS: Record<string, string> = {
  paid: "This invoice was marked as paid before payments were recorded here.",
  void: "This invoice was canceled before anyone paid it.",
};

/** All payments, credits and refunds, from the provider or recorded by an admin. */
export function LedgerCard({ details }: { details: AdminInvoice }) {
  const { together, invoice } = details;
  const [removing, setRemoving] = useState<LedgerRow | null>(null);
  const ledger = ledgerRows(details);
  const hasMenu = ({ isRemovable, keptBy }: LedgerRow) => isRemovable || keptBy !== null;
  const hasActions = ledger.some(hasMenu);
  return (
    <Card role="region" aria-labelledby="ledger" className="overflow-hidden">
      <CardHeader>
        <CardTitle id="ledger">Ledger</CardTitle>
      </CardHeader>
      {ledger.length === 0 ? (
        <EmptyState
          title={invoice.status === "void" ? "No payments" : "No payments yet"}
          text={EMPTY_TEXTS[invoice.status] ?? "Card payments appear here automatically, others when you record them."}
        />
      ) : (
        <Table aria-label="Ledger" cards>
          <TableHeader>
            <TableRow>
              <TableHead>Type</TableHead>
              <TableHead>Method</TableHead>
              <TableHead>Date</TableHead>
              <TableHead numeric>Amount</TableHead>
              {hasActions && (
                <TableHead className="w-12">
                  <span className="sr-only">Actions</span>
                </TableHead>
              )}
            </TableRow>
          </TableHeader>
          <TableBody>
            {ledger.map((entry) => (
              <Entry key={entry.id} entry={entry} together={togetherNote(together, entry.id)}>
                {hasActions && (
                  <TableCell className="py-1 phone:order-5 phone:col-span-2 phone:text-right phone:empty:hidden">
                    {hasMenu(entry) && <EntryMenu entry={entry} onRemove={() => setRemoving(entry)} />}
                  </TableCell>
                )}
              </Entry>
            ))}
          </TableBody>
        </Table>
      )}
      {removing && <RemoveEntryDialog details={details} entry={removing} open onClose={() => setRemoving(null)} />}
    </Card>
  );
}

type EntryProps = { entry: LedgerRow; together: string | null; children: ReactNode };

function Entry({ entry, together, children }: EntryProps) {
  const region = useBillingRegion();
  const { what, amount, currency, is_duplicate, occurred_at, by_hand, method, reference, note, removal } = entry;
  const isRemoved = removal !== null;
  return (
    <TableRow>
      <TableCell className="whitespace-nowrap phone:order-1">
        {isRemoved ? <s className="text-ink-3">{LEDGER_NAMES[what]}</s> : LEDGER_NAMES[what]}{" "}
        {is_duplicate && <Chip tone="warn">overpaid</Chip>}
        {isRemoved && <Chip>removed</Chip>}
      </TableCell>
      <TableCell className="wrap-anywhere py-2 text-ink-2 phone:order-3 phone:text-xs phone:even:text-left">
        {method}
        {note && <span className="block text-ink-3 text-xs">{unbroken(note)}</span>}
        {together && <span className="block text-ink-3 text-xs">{unbroken(together)}</span>}
        {reference && <span className="num block text-ink-3 text-xs">{reference}</span>}
        {removal && (
          <span className="block whitespace-pre-line text-xs">
            {unbroken(
              `Removed${removal.actor ? ` by ${removal.actor}` : ""} on ${formatDay(removal.at, region)}: ${removal.reason}`,
            )}
          </span>
        )}
      </TableCell>
      <TableCell
        title={by_hand ? undefined : formatMoment(occurred_at)}
        className="whitespace-nowrap text-ink-2 phone:order-4 phone:text-right phone:text-xs"
      >
        {by_hand ? formatDay(occurred_at, region) : formatAdminTime(occurred_at, region)}
      </TableCell>
      <TableCell numeric className={cn("phone:order-2", isRemoved && "text-ink-3 line-through")}>
        <Money cents={what === "refund" ? -amount : amount} currency={currency} />
      </TableCell>
      {children}
    </TableRow>
  );
}

type MenuProps = { entry: LedgerRow; onRemove: () => void };

function EntryMenu({ entry: { what, amount, currency, keptBy }, onRemove }: MenuProps) {
  const noun = LEDGER_NAMES[what].toLowerCase();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Actions for the ${noun} of ${formatMoney({ amount, currency })}`}
        >
          <Ellipsis aria-hidden="true" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem variant="danger" disabled={keptBy !== null} note={keptBy ?? undefined} onSelect={onRemove}>
          Remove {noun}…
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
