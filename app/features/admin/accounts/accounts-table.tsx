import { Fragment } from "react";
import { Link as RouterLink } from "react-router";
import { Chip } from "~/ui/chip.tsx";
import { cn } from "~/ui/cn.ts";
import { Link, rowLinkClasses } from "~/ui/link.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { formatDuration } from "../../../../domain/format-duration.ts";
import { formatMoney } from "../../../../domain/money.ts";
import type { AccountSearch, AccountSort, ListedAccount } from "./api.ts";
import { AccountHealth } from "./health-chip.tsx";
import { ownerlessText } from "./ownerless.ts";

type Props = {
  accounts: ListedAccount[];
  search: AccountSearch;
  /** Another query is loading, and these rows are from the previous one. */
  stale: boolean;
  onSort: (sort: AccountSort, descending: boolean) => void;
};

/** The people are under the name anyway, so their number leaves its room to the other columns. */
const WIDE_ONLY = "max-xl:hidden";
/** Where the columns don't fit, such as beside an open sidebar, plan and response are words under the health. */
const ROOMY_ONLY = "md:@max-[879px]/accounts:hidden";
const TIGHT_ONLY = "hidden md:@max-[879px]/accounts:block";

export function AccountsTable({ accounts, search, stale, onSort }: Props) {
  const sortable = (sort: AccountSort) => ({
    sorted: search.sort === sort ? (search.descending ? ("descending" as const) : ("ascending" as const)) : null,
    onSort: () => onSort(sort, search.sort === sort ? !search.descending : sort !== "name"),
  });
  return (
    <div className="@container/accounts">
      <Table aria-label="Accounts" cards stale={stale}>
        <TableHeader>
          <TableRow>
            <TableHead {...sortable("name")}>Account</TableHead>
            <TableHead>Health</TableHead>
            <TableHead className={ROOMY_ONLY}>Plan</TableHead>
            <TableHead numeric className={WIDE_ONLY}>
              People
            </TableHead>
            <TableHead numeric>Leads this month</TableHead>
            <TableHead numeric className={ROOMY_ONLY}>
              Median response
            </TableHead>
            <TableHead numeric {...sortable("owed")}>
              Open balance
            </TableHead>
            <TableHead {...sortable("active")}>Last activity</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {accounts.map((account) => (
            <AccountRow key={account.id} account={account} />
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

/** The name links to the account's page and covers the whole row. */
const ROW_LINK = `text-ink no-underline hover:underline ${rowLinkClasses}`;

function AccountRow({ account }: { account: ListedAccount }) {
  const {
    id,
    name,
    health,
    reasons,
    is_premium,
    members,
    people,
    leads_month,
    median_seconds,
    owed,
    last_activity_at,
    last_left_at,
    invited,
  } = account;
  const balance = owed.map((sum) => formatMoney(sum)).join(" + ");
  return (
    <TableRow className="relative cursor-pointer">
      <TableCell className="max-w-80 py-1.5 phone:order-1 phone:max-w-none phone:p-0 md:max-xl:w-full md:max-xl:min-w-40 md:max-xl:max-w-0">
        <Link asChild className={`${ROW_LINK} block truncate font-medium`}>
          <RouterLink to={`/admin/accounts/${id}`}>{name}</RouterLink>
        </Link>
        <span className="block truncate text-ink-3 text-xs">
          <People people={people} members={members} invited={invited} last_left_at={last_left_at} />
        </span>
      </TableCell>
      <TableCell className="phone:order-2 phone:self-start phone:justify-self-end">
        <AccountHealth health={health} reasons={reasons} />
        {median_seconds !== null && (
          <PhoneWords className="block pt-0.5">{`${formatDuration(median_seconds)} median`}</PhoneWords>
        )}
        <span className={cn("pt-0.5 text-ink-3 text-xs", TIGHT_ONLY)}>
          {is_premium ? "Premium" : "Free"}
          {median_seconds !== null && ` · ${formatDuration(median_seconds)} median`}
        </span>
      </TableCell>
      <TableCell className={cn("phone:order-3 phone:col-span-2", ROOMY_ONLY)}>
        <span className="flex items-center gap-2">
          <Chip dot={false} tone={is_premium ? "info" : "neutral"}>
            {is_premium ? "Premium" : "Free"}
          </Chip>
          <PhoneWords>
            {leads_month > 0
              ? `${formatCount(leads_month)} ${leads_month === 1 ? "lead" : "leads"} this month`
              : "No leads this month"}
          </PhoneWords>
          {balance && <span className="num ml-auto whitespace-nowrap text-right md:hidden">{balance}</span>}
          {balance && <PhoneWords className="-ml-1">open</PhoneWords>}
        </span>
      </TableCell>
      <TableCell numeric hideOnPhone className={WIDE_ONLY}>
        {members > 0 ? members : NONE}
      </TableCell>
      <TableCell numeric hideOnPhone>
        {leads_month > 0 ? formatCount(leads_month) : NONE}
      </TableCell>
      <TableCell numeric hideOnPhone className={cn("whitespace-nowrap", ROOMY_ONLY)}>
        {median_seconds === null ? NONE : formatDuration(median_seconds)}
      </TableCell>
      <TableCell numeric hideOnPhone>
        {balance || NONE}
      </TableCell>
      <TableCell hideOnPhone className="whitespace-nowrap text-ink-2">
        {last_activity_at ? <TimeAgo at={last_activity_at} /> : "never"}
      </TableCell>
    </TableRow>
  );
}

/** Their names, each of which opens the person's record above the link of the row. */
function People({
  people,
  members,
  ...ownerless
}: Pick<ListedAccount, "people" | "members" | "invited" | "last_left_at">) {
  if (members === 0) {
    const { text, short } = ownerlessText(ownerless);
    return (
      <>
        <span className="max-xl:hidden">{text}</span>
        <span className="xl:hidden" title={text}>
          {short}
        </span>
      </>
    );
  }
  const more = members > people.length && ` and ${members - people.length} more`;
  return (
    <>
      {/* On a phone the card is one target. */}
      <span className="md:hidden">{people.map(({ name }) => name).join(", ")}</span>
      <span className="phone:hidden">
        {people.map(({ id, name }, at) => (
          <Fragment key={id}>
            {at > 0 && ", "}
            {/* In a line of several, its color alone doesn't tell a link from the text. */}
            <Link asChild subtle className={cn("relative z-1", members > 1 && "underline decoration-line-strong")}>
              <RouterLink to={`/admin/clients/${id}`}>{name}</RouterLink>
            </Link>
          </Fragment>
        ))}
      </span>
      {more}
    </>
  );
}

type WordsProps = { className?: string; children: string };

/** A card on a phone has no column heads, so its figures carry words, which are set wider. */
function PhoneWords({ className, children }: WordsProps) {
  return (
    <span
      className={cn(
        "whitespace-nowrap text-right font-sans text-ink-3 text-xs tracking-normal [word-spacing:normal] md:hidden",
        className,
      )}
    >
      {children}
    </span>
  );
}

/** A table needs a mark in an empty cell. */
const NONE = "–";
