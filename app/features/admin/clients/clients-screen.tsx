import { useQuery } from "@tanstack/react-query";
import { Download, SearchX, Users } from "lucide-react";
import { Link as RouterLink } from "react-router";
import { DebouncedSearchField } from "~/shared/debounced-search-field.tsx";
import { Pagination } from "~/shared/pagination.tsx";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { useAction } from "~/shared/use-action.ts";
import { useUrlState } from "~/shared/use-url-state.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { PhoneSort } from "~/ui/phone-sort.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { CLIENT_SORTS, type ClientSearchParams, type ClientSort, clientsQuery, PAGE_SIZE } from "./api.ts";
import { ClientsTable } from "./clients-table.tsx";
import { exportClients } from "./export-clients.ts";

const PHONE_SORTS = [
  { sort: "company", descending: false, label: "Account, A to Z" },
  { sort: "owed", descending: true, label: "Due in their name, highest first" },
  { sort: "active", descending: true, label: "Last active, newest first" },
  { sort: "created", descending: true, label: "Newest clients first" },
] as const;

/** /admin/clients: every client, with what they owe, what they pay a month, and their open requests. The URL has search and order. */
export function ClientsScreen() {
  const { read, change } = useUrlState();
  const params: ClientSearchParams = {
    query: read("q"),
    sort: CLIENT_SORTS.find((name) => name === read("sort")) ?? "company",
    descending: read("order") === "down",
    page: Math.max(1, Math.trunc(Number(read("page"))) || 1),
  };
  const found = useQuery(clientsQuery(params));
  const exporting = useAction({
    action: () => exportClients(params),
    errorMessage: "Couldn't export the clients",
    isRead: true,
  });
  const onSort = (sort: ClientSort, descending: boolean) =>
    change({ sort: sort === "company" ? "" : sort, order: descending ? "down" : "", page: "" });
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center gap-3 border-line border-b px-4 py-2">
        <DebouncedSearchField
          label="Search by person, account or email"
          value={params.query}
          onChange={(q) => change({ q, page: "" })}
        />
        <PhoneSort sort={params.sort} descending={params.descending} options={PHONE_SORTS} onSort={onSort} />
        <p role="status" className="ml-auto text-ink-3 text-xs phone:ml-0 phone:flex-1">
          {found.data && `${formatCount(found.data.total)} ${found.data.total === 1 ? "person" : "people"}`}
        </p>
        <Button
          variant="ghost"
          icon={<Download aria-hidden="true" />}
          loading={exporting.busy}
          disabled={!found.data?.total}
          onClick={() => void exporting.run()}
        >
          <span>Export CSV</span>
        </Button>
      </div>
      <QueryBoundary
        query={found}
        errorMessage="The clients couldn't be loaded"
        skeleton={<TableSkeleton label="Loading the clients" />}
      >
        {({ rows, total }) => (
          <>
            {rows.length === 0 ? (
              <NoClients
                isNarrowed={params.query !== "" || params.page > 1}
                onReset={() => change({ q: "", page: "" })}
              />
            ) : (
              <ClientsTable clients={rows} params={params} stale={found.isPlaceholderData} onSort={onSort} />
            )}
            <Pagination
              page={params.page}
              pageSize={PAGE_SIZE}
              total={total}
              itemsLabel="people"
              onPageChange={(page) => change({ page: page > 1 ? String(page) : "" }, { push: true })}
            />
          </>
        )}
      </QueryBoundary>
    </Card>
  );
}

function NoClients({ isNarrowed, onReset }: { isNarrowed: boolean; onReset: () => void }) {
  if (isNarrowed)
    return (
      <EmptyState
        icon={<SearchX />}
        title="No matching people"
        text="Try another name or email, or look under Accounts."
      >
        <Button onClick={onReset}>Show all people</Button>
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<Users />}
      title="No clients yet"
      text="People who sign up as clients or accept an invitation appear here."
    >
      <Button asChild>
        <RouterLink to="/user-management?tab=invitations">Invite a client</RouterLink>
      </Button>
    </EmptyState>
  );
}
