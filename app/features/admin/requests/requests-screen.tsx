import { useQuery } from "@tanstack/react-query";
import { MessagesSquare, SearchX } from "lucide-react";
import { type KeyboardEvent, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { FilesNotice } from "~/shared/attachments/attached-files.tsx";
import { type FilesById, useRequestFiles } from "~/shared/attachments/request-files.ts";
import { DebouncedSearchField } from "~/shared/debounced-search-field.tsx";
import { FilterSelect } from "~/shared/filter-select.tsx";
import { Pagination } from "~/shared/pagination.tsx";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { showLinkedRequest } from "~/shared/requests/conversation.tsx";
import { OPENED_HERE } from "~/shared/unsaved-changes-prompt.tsx";
import { useUrlState } from "~/shared/use-url-state.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Field } from "~/ui/field.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { PageHeader } from "~/ui/page-header.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import {
  type ChangeRequest,
  handoffsQuery,
  PAGE_SIZE,
  REQUEST_ASSIGNEES,
  REQUEST_FILTERS,
  REQUEST_SORTS,
  requestsQuery,
  type WonLead,
} from "./api.ts";
import { RequestRow } from "./request-row.tsx";

/** /admin/requests: clients' requests and hand-offs of won deals. Admins answer them here. */
export function RequestsScreen() {
  const { read, change } = useUrlState();
  const params = {
    query: read("q"),
    filter: REQUEST_FILTERS.find(({ value }) => value === read("status"))?.value ?? "all",
    assignee: REQUEST_ASSIGNEES.find(({ value }) => value === read("assignee"))?.value ?? "anyone",
    sort: REQUEST_SORTS.find(({ value }) => value === read("sort"))?.value ?? "wait",
    page: Math.max(1, Math.trunc(Number(read("page"))) || 1),
    linked: useLinkedRequest(),
  };
  const found = useQuery(requestsQuery(params));
  const ids = (found.data?.rows ?? []).map(({ id }) => id);
  const files = useRequestFiles(ids);
  const { data: handoffs } = useQuery(handoffsQuery(ids));
  const requests = useKeptPlaces(JSON.stringify(params), found.isPlaceholderData, found.data?.rows);
  const narrowed = params.query || params.assignee !== "anyone" || params.filter !== "all" || params.page > 1;
  return (
    <>
      <PageHeader description="Service changes your clients asked for, and won deals that your team handed off. We email your replies too." />
      <div className="flex flex-wrap items-center gap-2">
        <DebouncedSearchField
          label="Search by client or text"
          value={params.query}
          onChange={(q) => change({ q, page: "" })}
        />
        <FilterSelect
          legend="Filter requests"
          value={params.filter}
          options={REQUEST_FILTERS}
          counts={found.data?.counts}
          onChange={(status) => change({ status: status === "all" ? "" : status, page: "" })}
        />
        <Field label="Filter by assignee" hideLabel className="min-w-0 basis-36 max-lg:grow lg:ml-auto">
          <NativeSelect
            value={params.assignee}
            onChange={({ target: { value } }) => change({ assignee: value === "anyone" ? "" : value, page: "" })}
          >
            {REQUEST_ASSIGNEES.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <Field label="Sort requests by" hideLabel className="min-w-0 basis-36 max-lg:grow">
          <NativeSelect
            value={params.sort}
            onChange={({ target: { value } }) => change({ sort: value === "wait" ? "" : value, page: "" })}
          >
            {REQUEST_SORTS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </NativeSelect>
        </Field>
      </div>
      <QueryBoundary query={found} errorMessage="Couldn't load requests" skeleton={<RequestsSkeleton />}>
        {(data) =>
          data.rows.length > 0 ? (
            <div className="grid gap-4">
              <FilesNotice files={files} />
              <Card className="overflow-hidden">
                <RequestList
                  requests={requests}
                  files={files.data}
                  handoffs={handoffs}
                  isSearch={params.query !== ""}
                />
                <Pagination
                  page={params.page}
                  pageSize={PAGE_SIZE}
                  total={data.total}
                  itemsLabel="requests"
                  onPageChange={(page) => change({ page: page > 1 ? String(page) : "" }, { push: true })}
                />
              </Card>
            </div>
          ) : (
            <Card>
              <EmptyState
                icon={narrowed ? <SearchX /> : <MessagesSquare />}
                title={narrowed ? "No matching requests" : "No requests yet"}
                text={
                  narrowed
                    ? params.assignee === "me" && !params.query
                      ? "Requests that you take, or that a colleague assigns to you, appear here."
                      : "No requests match your search and filters."
                    : "When clients use Request Service Change, their requests appear here."
                }
              >
                {narrowed && (
                  <Button onClick={() => change({ q: "", status: "", assignee: "", page: "" })}>
                    Show all requests
                  </Button>
                )}
              </EmptyState>
            </Card>
          )
        }
      </QueryBoundary>
    </>
  );
}

type ListProps = {
  requests: readonly ChangeRequest[];
  files: FilesById | undefined;
  handoffs: ReadonlyMap<string, WonLead> | undefined;
  isSearch: boolean;
};

/** A line for each request. The one that a link names is open, and the only one that a search finds. The arrow keys go from line to line. */
function RequestList({ requests, files, handoffs, isSearch }: ListProps) {
  const location = useLocation();
  const navigate = useNavigate();
  /** What someone opened or closed here. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isOpen = (id: string) =>
    chosen.get(id) ?? (location.hash === hashOf(id) || (isSearch && requests.length === 1));
  const isThere = requests.some(({ id }) => hashOf(id) === location.hash);
  // A notification that is opened from this page leads to a request of the list, as soon as the list has it.
  useEffect(() => {
    if (!isThere || location.state?.[OPENED_HERE]) return;
    setChosen((before) => new Map([...before].filter(([id]) => hashOf(id) !== location.hash)));
    return showLinkedRequest(document.getElementById(location.hash.slice(1)));
  }, [location, isThere]);
  const toggle = (id: string) => {
    const opens = !isOpen(id);
    setChosen((before) => new Map(before).set(id, opens));
    // Back from a client's record finds the request open again.
    navigate(
      { search: location.search, hash: opens ? hashOf(id) : "" },
      { replace: true, preventScrollReset: true, state: { [OPENED_HERE]: true } },
    );
  };
  return (
    <ul aria-label="Requests" onKeyDown={moveFocus}>
      {requests.map((request) => (
        <RequestRow
          key={request.id}
          request={request}
          files={files}
          handoff={handoffs?.get(request.id)}
          isOpen={isOpen(request.id)}
          onToggle={() => toggle(request.id)}
        />
      ))}
    </ul>
  );
}

const hashOf = (id: string) => `#request-${id}`;

/** The id of the request that the link to this page names, until someone searches or filters. */
function useLinkedRequest(): string | undefined {
  const { hash, state, key } = useLocation();
  const [seen, setSeen] = useState<{ key: string; id: string | undefined }>();
  if (seen?.key === key) return seen.id;
  const named = /^#request-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(hash)?.[1];
  const id = state?.[OPENED_HERE] ? seen?.id : named;
  setSeen({ key, id });
  return id;
}

/** The arrow keys move between the lines of a list. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-request-row]")];
  const at = rows.indexOf(event.target as HTMLElement);
  if (step === 0 || at === -1) return;
  event.preventDefault();
  rows[at + step]?.focus();
}

/**
 * The requests in the places that they have had since this list was opened, so that an answer moves no line under the pointer.
 * New ones come last. Another page, search, filter or order begins again.
 */
function useKeptPlaces(list: string, isOther: boolean, rows: readonly ChangeRequest[] = []) {
  const [places, setPlaces] = useState<{ list: string; ids: readonly string[] }>({ list: "", ids: [] });
  if (isOther) return rows;
  const kept = places.list === list ? places.ids : [];
  const ids = [...kept, ...rows.map(({ id }) => id).filter((id) => !kept.includes(id))];
  if (places.list !== list || ids.length > kept.length) setPlaces({ list, ids });
  return [...rows].sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

function RequestsSkeleton() {
  return (
    <Card role="status" aria-label="Loading requests" className="overflow-hidden">
      {["w-40", "w-52", "w-36", "w-48", "w-44", "w-40"].map((width, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
        <div key={row} className="flex items-center gap-6 border-line-soft border-b px-4 py-3 last:border-b-0">
          <div className="grid flex-1 gap-2">
            <Skeleton className={`h-3.5 ${width}`} />
            <Skeleton className="h-3 w-4/5" />
          </div>
          <Skeleton className="h-5 w-14" />
          <Skeleton className="h-3 w-16 phone:hidden" />
        </div>
      ))}
    </Card>
  );
}
