import { Fragment } from "react";
import { Link as RouterLink } from "react-router";
import { Chip, StatusChip } from "~/ui/chip.tsx";
import { Link, rowLinkClasses } from "~/ui/link.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { formatMoney, type Money } from "../../../../domain/money.ts";
import { colleagueRole, isArchivedOnly } from "../lib/person-accounts.ts";
import type { ClientSearchParams, ClientSort, ListedClient } from "./api.ts";

type Props = {
  clients: ListedClient[];
  params: ClientSearchParams;
  /** Another query is loading, and these rows are from the previous one. */
  stale: boolean;
  onSort: (sort: ClientSort, descending: boolean) => void;
};

export function ClientsTable({ clients, params, stale, onSort }: Props) {
  const sortable = (sort: ClientSort) => ({
    sorted: params.sort === sort ? (params.descending ? ("descending" as const) : ("ascending" as const)) : null,
    onSort: () => onSort(sort, params.sort === sort ? !params.descending : sort !== "company"),
  });
  return (
    <Table aria-label="People" cards stale={stale}>
      <TableHeader>
        <TableRow>
          <TableHead>Person</TableHead>
          <TableHead {...sortable("company")}>Account</TableHead>
          <TableHead numeric {...sortable("owed")}>
            Due in their name
          </TableHead>
          <TableHead numeric>Monthly</TableHead>
          <TableHead numeric>Open requests</TableHead>
          <TableHead {...sortable("active")}>Last active</TableHead>
          <TableHead {...sortable("created")}>Client since</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {clients.map((client) => (
          <ClientRow key={client.id} client={client} />
        ))}
      </TableBody>
    </Table>
  );
}

/** The name links to the record and covers the whole row. */
const ROW_LINK = `text-ink no-underline hover:underline ${rowLinkClasses}`;

function ClientRow({ client }: { client: ListedClient }) {
  const { id, name, email, status, owed, monthly, open_requests, last_active, created_at } = client;
  const colleague = colleagueRole(client.accounts);
  const overdue = owed.reduce((sum, one) => sum + one.overdue, 0);
  return (
    <TableRow className="relative cursor-pointer">
      <TableCell className="max-w-80 py-1.5 phone:order-1 phone:max-w-none">
        <span className="flex min-w-0 items-center gap-2 font-medium">
          <Link asChild className={`${ROW_LINK} truncate`}>
            <RouterLink to={`/admin/clients/${id}`}>{name}</RouterLink>
          </Link>
          {colleague && <Chip dot={false}>{colleague}</Chip>}
          {isArchivedOnly(client.accounts) && <Chip>Archived</Chip>}
          {status !== "active" && <StatusChip status={status} />}
        </span>
        {email !== name && <span className="block truncate text-ink-3 text-xs">{email}</span>}
      </TableCell>
      <TableCell className="wrap-anywhere max-w-60 py-1.5 text-ink-2 phone:p-0 phone:order-5 phone:col-span-2 phone:max-w-none phone:text-left phone:text-xs phone:even:text-left">
        <Accounts client={client} />
      </TableCell>
      <TableCell numeric hideOnPhone={owed.length === 0} className="phone:order-2">
        {sums(owed) ?? <AccountOwes account={client.owing_account} />}
        {overdue > 0 && (
          <span className="block font-sans text-bad-fg text-xs tracking-normal [word-spacing:normal]">
            {overdue} overdue
          </span>
        )}
      </TableCell>
      <TableCell
        numeric
        hideOnPhone={monthly.length === 0}
        className="phone:order-3 phone:col-start-1 phone:text-left phone:text-ink-3 phone:text-xs phone:even:text-left"
      >
        {sums(monthly) ?? NONE}
        {monthly.length > 0 && <span className={PHONE_WORDS}> a month</span>}
      </TableCell>
      <TableCell
        numeric
        hideOnPhone={open_requests === 0}
        className="phone:order-4 phone:col-start-2 phone:text-ink-3 phone:text-xs"
      >
        {open_requests > 0 ? open_requests : NONE}
        {open_requests > 0 && <span className={PHONE_WORDS}> open {open_requests === 1 ? "request" : "requests"}</span>}
      </TableCell>
      <TableCell hideOnPhone className="whitespace-nowrap text-ink-2">
        {last_active ? <TimeAgo at={last_active} /> : "never"}
      </TableCell>
      <TableCell hideOnPhone className="whitespace-nowrap text-ink-2">
        <TimeAgo at={created_at} />
      </TableCell>
    </TableRow>
  );
}

/** Each name opens the account above the link of the row. Someone who waits for an account shows their company. */
function Accounts({ client: { accounts, company } }: { client: ListedClient }) {
  if (accounts.length === 0) return company ?? NONE;
  return (
    <>
      {/* On a phone the card is one target. */}
      <span className="md:hidden">{accounts.map(({ name }) => name).join(", ")}</span>
      <span className="phone:hidden">
        {accounts.map(({ id, name }, at) => (
          <Fragment key={id}>
            {at > 0 && ", "}
            <Link asChild subtle className="relative z-1">
              <RouterLink to={`/admin/accounts/${id}`}>{name}</RouterLink>
            </Link>
          </Fragment>
        ))}
      </span>
    </>
  );
}

/** What an account owes counts once, for its owner. Its other people lead to it. */
function AccountOwes({ account }: { account: string | null }) {
  if (!account) return NONE;
  return (
    <Link asChild subtle className="relative z-1 font-sans tracking-normal [word-spacing:normal]">
      <RouterLink to={`/admin/accounts/${account}`}>See account</RouterLink>
    </Link>
  );
}

/** Words after a figure, which is set tighter. */
const PHONE_WORDS = "whitespace-pre font-sans tracking-normal [word-spacing:normal] md:hidden";

/** '$2,615.00', with several currencies one after the other. Null for none. */
const sums = (amounts: Money[]) =>
  amounts.length > 0 ? amounts.map((amount) => formatMoney(amount)).join(" + ") : null;

/** A table needs a mark in an empty cell, a card on a phone does not. */
const NONE = <span className="phone:hidden">–</span>;
