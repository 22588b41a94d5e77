import { Users } from "lucide-react";
import { LoadError } from "~/shared/load-error.tsx";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Table, TableBody, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { ADMIN_TEXTS } from "../lib/admin-messages.ts";
import { PeopleToolbar } from "./people-toolbar.tsx";
import { PersonRow } from "./person-row.tsx";
import type { PeopleFilter, PeopleSort } from "./search-people.ts";
import { usePeople } from "./use-people.ts";
import { usePeopleFilter } from "./use-people-filter.ts";

const COLUMNS: readonly [sort: PeopleSort, label: string, numeric?: boolean][] = [
  ["name", "Name"],
  ["email", "E-mail"],
  ["role", "Role"],
  ["status", "Status"],
  ["company", "Company"],
  ["active", "Last active"],
  ["leads", "Open leads", true],
  ["created", "Created"],
];

/** Everybody who matches the address's search, role and status, in its order, with what an admin may do to each. */
export function PeopleTable({ adminId }: { adminId: string }) {
  const [filter, change] = usePeopleFilter();
  const query = usePeople(filter);
  if (query.isPending) return <TableSkeleton label="Loading people" />;
  if (query.isError)
    return <LoadError text={ADMIN_TEXTS.loadFailed} error={query.error} onRetry={() => void query.refetch()} />;
  const people = query.data.pages.flatMap((page) => page.people);
  const total = query.data.pages[0]?.total;
  return (
    <Card className="overflow-hidden">
      <PeopleToolbar filter={filter} onChange={change} total={total} />
      {people.length === 0 ? (
        <EmptyState
          icon={<Users />}
          title="Nobody found"
          text="No name, e-mail or company matches with this role and status."
        />
      ) : (
        <Table aria-label="People" cards stale={query.isPlaceholderData}>
          <TableHeader>
            <TableRow>
              {COLUMNS.map(([sort, label, numeric]) => (
                <TableHead
                  key={sort}
                  {...(numeric ? { numeric } : {})}
                  sorted={direction(filter, sort)}
                  onSort={() =>
                    change({ sort, descending: filter.sort === sort ? !filter.descending : sort !== "name" })
                  }
                >
                  {label}
                </TableHead>
              ))}
              <TableHead>
                <span className="sr-only">Actions</span>
              </TableHead>
            </TableRow>
          </TableHeader>
          <TableBody>
            {people.map((person) => (
              <PersonRow key={person.userId} person={person} isSelf={person.userId === adminId} />
            ))}
          </TableBody>
        </Table>
      )}
      {query.hasNextPage && (
        <div className="flex items-center justify-between gap-3 border-line-soft border-t px-4 py-2.5 text-13 text-ink-3">
          <span>
            {people.length} shown of {total}
          </span>
          <Button size="sm" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Card>
  );
}

function direction(filter: PeopleFilter, sort: PeopleSort): "ascending" | "descending" | null {
  if (filter.sort !== sort) return null;
  return filter.descending ? "descending" : "ascending";
}
