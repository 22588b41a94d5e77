import { useQuery } from "@tanstack/react-query";
import { CalendarSync } from "lucide-react";
import { AskAboutMoneyOf } from "~/shared/ask-owner.tsx";
import { AccountFilter, AccountLine, type PortalAccounts, usePortalAccounts } from "~/shared/portal-accounts.tsx";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { InvoiceChip } from "~/ui/chip.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Money } from "~/ui/money.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { formatDay } from "../../../../domain/format-date.ts";
import { type Retainer, retainersQuery, type UpcomingCharge } from "./api.ts";
import { endedLast } from "./ended-last.ts";
import { NoAccount } from "./no-account.tsx";
import type { PlannedCharge } from "./planned-charges.ts";
import { UpcomingCharges } from "./upcoming-charges.tsx";

type Props = {
  userId: string;
  /** They belong to no account, so no retainers will come. */
  isFormer: boolean;
  charges: UpcomingCharge[];
  planned: PlannedCharge[];
};

export function RetainersTab({ userId, isFormer, charges, planned }: Props) {
  const retainers = useQuery(retainersQuery(userId));
  const portal = usePortalAccounts(userId);
  return (
    <QueryBoundary
      query={retainers}
      errorMessage="Your retainers couldn't be loaded"
      skeleton={<TableSkeleton label="Loading your retainers" />}
    >
      {(list) =>
        list.length === 0 && isFormer ? (
          <NoAccount />
        ) : (
          <div className="grid gap-5">
            <UpcomingCharges charges={planned} />
            <RetainersTable retainers={endedLast(list)} charges={charges} portal={portal} />
          </div>
        )
      }
    </QueryBoundary>
  );
}

type RetainersTableProps = { retainers: Retainer[]; charges: UpcomingCharge[]; portal: PortalAccounts };

function RetainersTable({ retainers, charges, portal }: RetainersTableProps) {
  const { chosen, nameOf } = portal;
  const shown = chosen ? retainers.filter(({ account_id }) => account_id === chosen.id) : retainers;
  // Only those that name the person are theirs to see there.
  if (shown.length === 0 && portal.ask) return <AskAboutMoneyOf {...portal} />;
  if (retainers.length === 0)
    return (
      <Card>
        <EmptyState
          icon={<CalendarSync />}
          title="No retainers yet"
          text="Your monthly services appear here with their prices and dates."
        />
      </Card>
    );
  return (
    <Card className="overflow-hidden">
      <CardHeader className="phone:flex-wrap phone:py-2.5">
        <CardTitle>Retainers</CardTitle>
        <span className="text-13 text-ink-3">{countActive(shown)}</span>
        <AccountFilter {...portal} className="ml-auto" />
      </CardHeader>
      {shown.length === 0 && (
        <p className="px-4 py-6 text-center text-13 text-ink-3">There are no retainers for this account.</p>
      )}
      <Table aria-label="Retainers" cards className={shown.length === 0 ? "hidden" : undefined}>
        <TableHeader>
          <TableRow>
            <TableHead>Retainer</TableHead>
            <TableHead>Status</TableHead>
            <TableHead numeric>Monthly</TableHead>
            <TableHead>Next charge</TableHead>
            <TableHead className="max-lg:hidden">Start</TableHead>
            <TableHead>End</TableHead>
            <TableHead className="max-lg:hidden">Term</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {shown.map((retainer) => (
            <RetainerRow
              key={retainer.id}
              retainer={retainer}
              account={nameOf(retainer.account_id)}
              nextCharge={charges.find(({ retainer_id }) => retainer_id === retainer.id)?.charge_date}
            />
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

/** '2 active of 3', with the same active ones as the tab's count. */
function countActive(retainers: Retainer[]): string {
  const active = retainers.filter(({ status }) => status === "active").length;
  return active === retainers.length ? `${active} active` : `${active} active of ${retainers.length}`;
}

type RetainerRowProps = { retainer: Retainer; account: string | null; nextCharge: string | undefined };

/** One retainer (spec §2: without an end date, it is 'Ongoing'). */
function RetainerRow({ retainer, account, nextCharge }: RetainerRowProps) {
  const { retainer_name, description, status, monthly_amount, currency, duration_months, start_date, end_date } =
    retainer;
  const end = end_date ? formatDay(end_date) : "Ongoing";
  return (
    <TableRow>
      <TableCell className="max-w-80 py-2 phone:order-1 phone:max-w-none">
        <span className="block truncate phone:text-sm">{retainer_name}</span>
        {description && <span className="wrap-anywhere block whitespace-normal text-ink-3 text-xs">{description}</span>}
        <AccountLine name={account} />
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
      <TableCell hideOnPhone className="whitespace-nowrap text-ink-2 max-lg:hidden">
        {formatDay(start_date)}
      </TableCell>
      <TableCell className="whitespace-nowrap text-ink-2 phone:order-3 phone:whitespace-normal phone:text-xs phone:even:text-left">
        <span className="md:hidden">
          {nextCharge ? `Next ${formatDay(nextCharge)} · ${end_date ? "until " : ""}` : `${formatDay(start_date)} – `}
        </span>
        {end}
      </TableCell>
      <TableCell hideOnPhone className="whitespace-nowrap text-ink-2 max-lg:hidden">
        {duration_months ? `${duration_months} ${duration_months === 1 ? "month" : "months"}` : "–"}
      </TableCell>
    </TableRow>
  );
}
