import { useInfiniteQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { LoadError } from "~/shared/load-error.tsx";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { useUrlState } from "~/shared/use-url-state.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Table, TableBody, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import type { Role, RoleStatus } from "../../../../domain/roles.ts";
import { ADMIN_TEXTS } from "../lib/admin-messages.ts";
import { type PeopleFilter, type PeopleSort, peopleQuery } from "./api.ts";
import { PeopleToolbar } from "./people-toolbar.tsx";
import { PersonRow, WIDE_ONLY } from "./person-row.tsx";

const COLUMNS: readonly [sort: PeopleSort, label: string, numeric?: boolean][] = [
  ["name", "Name"],
  ["email", "Email"],
  ["role", "Role"],
  ["status", "Status"],
  ["company", "Company"],
  ["active", "Last active"],
  ["leads", "Open leads", true],
  ["created", "Created"],
];
/** Their first order is the highest or latest first; words begin at A. */
const FIGURES: readonly PeopleSort[] = ["active", "leads", "created"];
const ROLES: readonly Role[] = ["admin", "sales", "client"];
const STATUSES: readonly RoleStatus[] = ["pending", "active", "inactive"];

/** The matching users, with the actions for each. */
export function PeopleTable({ adminId }: { adminId: string }) {
  const [filter, change] = usePeopleFilter();
  const query = useInfiniteQuery(peopleQuery(filter));
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
          title="No matching people"
          text="Try another name, email or company, or change the filters."
        >
          <Button onClick={() => change({ query: "", role: "", status: "" })}>Show all people</Button>
        </EmptyState>
      ) : (
        <Table aria-label="People" cards stale={query.isPlaceholderData}>
          <TableHeader>
            <TableRow>
              {COLUMNS.map(([sort, label, numeric]) => (
                <TableHead
                  key={sort}
                  {...(numeric ? { numeric } : {})}
                  {...(sort === "company" && { className: WIDE_ONLY })}
                  sorted={direction(filter, sort)}
                  onSort={() =>
                    change({ sort, descending: filter.sort === sort ? !filter.descending : FIGURES.includes(sort) })
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
            Showing {people.length} of {total}
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

/** Search, filters and order are in the URL, so that links and reloads keep them. */
function usePeopleFilter(): [PeopleFilter, (change: Partial<PeopleFilter>) => void] {
  const { read, change } = useUrlState();
  const [sort = "", direction] = read("sort").split("-");
  const known = COLUMNS.find(([name]) => name === sort)?.[0];
  const filter: PeopleFilter = {
    query: read("q"),
    role: ROLES.find((role) => role === read("role")) ?? "",
    status: STATUSES.find((status) => status === read("status")) ?? "",
    sort: known ?? "created",
    descending: known ? direction === "down" : true,
  };
  const changeFilter = ({
    query,
    role,
    status,
    sort = filter.sort,
    descending = filter.descending,
  }: Partial<PeopleFilter>) => {
    const isUsual = sort === "created" && descending;
    change({
      ...(query !== undefined && { q: query }),
      ...(role !== undefined && { role }),
      ...(status !== undefined && { status }),
      sort: isUsual ? "" : `${sort}-${descending ? "down" : "up"}`,
    });
  };
  return [filter, changeFilter];
}
