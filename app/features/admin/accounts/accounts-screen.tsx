import { useQuery } from "@tanstack/react-query";
import { Building2, Download, SearchX } from "lucide-react";
import { DebouncedSearchField } from "~/shared/debounced-search-field.tsx";
import { FilterSelect } from "~/shared/filter-select.tsx";
import { Pagination } from "~/shared/pagination.tsx";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { useAction } from "~/shared/use-action.ts";
import { useUrlState } from "~/shared/use-url-state.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Field } from "~/ui/field.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { PhoneSort } from "~/ui/phone-sort.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { AccountsTable } from "./accounts-table.tsx";
import { type AccountSearch, type AccountSort, accountSearchOf, accountsQuery, PAGE_SIZE } from "./api.ts";
import { exportAccounts } from "./export-accounts.ts";
import { NewAccountDialog } from "./new-account-dialog.tsx";

const SHOWN = [
  { value: "open", label: "Open" },
  { value: "archived", label: "Archived" },
] as const;

const PHONE_SORTS = [
  { sort: "name", descending: false, label: "Account, A to Z" },
  { sort: "owed", descending: true, label: "Open balance, highest first" },
  { sort: "active", descending: true, label: "Last activity, newest first" },
] as const;

/** /admin/accounts: every client's account, with its plan, leads, response time and balance. The URL has the search. */
export function AccountsScreen() {
  const { read, change } = useUrlState();
  const search = accountSearchOf(read);
  const found = useQuery(accountsQuery(search));
  const onSort = (sort: AccountSort, descending: boolean) =>
    change({ sort: sort === "name" ? "" : sort, order: descending ? "down" : "", page: "" });
  const total = found.data?.total;
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center gap-3 border-line border-b px-4 py-2">
        <DebouncedSearchField
          label="Search by person, account or email"
          value={search.query}
          onChange={(q) => change({ q, page: "" })}
        />
        <FilterSelect
          legend="Which accounts to show"
          value={search.archived ? "archived" : "open"}
          options={SHOWN}
          counts={undefined}
          onChange={(show) => change({ show: show === "archived" ? show : "", page: "" })}
        />
        <NarrowingFields search={search} onChange={(narrowed) => change({ ...narrowed, page: "" })} />
        <PhoneSort
          sort={search.sort}
          descending={search.descending}
          options={PHONE_SORTS}
          onSort={onSort}
          className="basis-36"
        />
        <div className="ml-auto flex flex-wrap items-center gap-x-3 gap-y-2 phone:w-full phone:[&>button:last-of-type]:w-full">
          {total !== undefined && (
            <p role="status" className="mr-auto text-13 text-ink-3">
              {formatCount(total)} {total === 1 ? "account" : "accounts"}
            </p>
          )}
          <ExportButton search={search} total={total} />
          <NewAccountDialog />
        </div>
      </div>
      <QueryBoundary
        query={found}
        errorMessage="The accounts couldn't be loaded"
        skeleton={<TableSkeleton label="Loading the accounts" />}
      >
        {({ rows, total: count }) => (
          <>
            {rows.length === 0 ? (
              <NoAccounts search={search} onReset={() => change({ q: "", plan: "", balance: "", page: "" })} />
            ) : (
              <AccountsTable accounts={rows} search={search} stale={found.isPlaceholderData} onSort={onSort} />
            )}
            <Pagination
              page={search.page}
              pageSize={PAGE_SIZE}
              total={count}
              itemsLabel="accounts"
              onPageChange={(page) => change({ page: page > 1 ? String(page) : "" }, { push: true })}
            />
          </>
        )}
      </QueryBoundary>
    </Card>
  );
}

function ExportButton({ search, total }: { search: AccountSearch; total: number | undefined }) {
  const exporting = useAction({
    action: () => exportAccounts(search),
    errorMessage: "Couldn't export the accounts",
    isRead: true,
  });
  return (
    <Button
      variant="ghost"
      icon={<Download aria-hidden="true" />}
      loading={exporting.busy}
      disabled={!total}
      onClick={() => void exporting.run()}
    >
      <span>Export CSV</span>
    </Button>
  );
}

type FieldsProps = { search: AccountSearch; onChange: (change: { plan?: string; balance?: string }) => void };

/** The plan of an account, and whether it owes money. */
function NarrowingFields({ search: { plan, balance }, onChange }: FieldsProps) {
  return (
    <>
      <Field label="Plan" hideLabel className="phone:min-w-0 phone:flex-1 phone:basis-32">
        <NativeSelect value={plan} onChange={({ target }) => onChange({ plan: target.value })}>
          <option value="">Any plan</option>
          <option value="free">Free</option>
          <option value="premium">Premium</option>
        </NativeSelect>
      </Field>
      <Field label="Balance" hideLabel className="phone:min-w-0 phone:flex-1 phone:basis-36">
        <NativeSelect value={balance} onChange={({ target }) => onChange({ balance: target.value })}>
          <option value="">Any balance</option>
          <option value="owed">Owes money</option>
          <option value="overdue">Overdue</option>
        </NativeSelect>
      </Field>
    </>
  );
}

function NoAccounts({ search, onReset }: { search: AccountSearch; onReset: () => void }) {
  if (search.plan || search.balance)
    return (
      <EmptyState icon={<SearchX />} title="No matching accounts" text="Try other filters, or clear them.">
        <Button onClick={onReset}>{search.query ? "Clear search and filters" : "Clear filters"}</Button>
      </EmptyState>
    );
  if (search.query !== "" || search.page > 1)
    return (
      <EmptyState
        icon={<SearchX />}
        title="No matching accounts"
        text="Try another name or email, or look under People."
      >
        <Button onClick={onReset}>Show all accounts</Button>
      </EmptyState>
    );
  if (search.archived)
    return (
      <EmptyState
        icon={<Building2 />}
        title="No archived accounts"
        text="To archive a client's account, open its page. Its workspace closes, but nothing in it is deleted."
      />
    );
  return (
    <EmptyState
      icon={<Building2 />}
      title="No accounts yet"
      text="Clients who sign up get an account. Create one for a client who hasn't signed up."
    />
  );
}
