import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, Download, LayoutDashboard, Plus, SearchX, Upload } from "lucide-react";
import { useCallback, useState } from "react";
import { downloadFile } from "~/shared/download-file.ts";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { SearchField } from "~/shared/search-field.tsx";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { useAction } from "~/shared/use-action.ts";
import { useThrottledValue } from "~/shared/use-throttled-value.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ConfirmDialog } from "~/ui/confirm-dialog.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { dayIn, localZone } from "../../../../domain/zoned-time.ts";
import {
  type ClientDashboard,
  type DashboardSort,
  dashboardsQuery,
  deleteDashboard,
  explainProblem,
  listAllDashboards,
  PAGE_SIZE,
} from "./api.ts";
import { DashboardSheet } from "./dashboard-sheet.tsx";
import { MANAGE_TEXTS } from "./dashboard-texts.ts";
import { DashboardsTable } from "./dashboards-table.tsx";
import { ImportSheet } from "./import-sheet.tsx";

type OpenPanel = { name: "add" } | { name: "import" } | { name: "edit" | "delete"; dashboard: ClientDashboard } | null;

/** The Manage Dashboards tab (spec §2): find, add, change, test, export and import clients' dashboards. */
export function ManageDashboards() {
  const [filter, setFilter] = useState("");
  const [sort, setSort] = useState<DashboardSort>("newest");
  const [wantedPage, setPage] = useState(0);
  const [opened, setOpened] = useState<OpenPanel>(null);
  const query = useThrottledValue(filter.trim());
  const search = useQuery(dashboardsQuery({ query, sort, page: wantedPage }));
  const close = () => setOpened(null);
  const edit = useCallback((dashboard: ClientDashboard) => setOpened({ name: "edit", dashboard }), []);
  const askToDelete = useCallback((dashboard: ClientDashboard) => setOpened({ name: "delete", dashboard }), []);
  // If a page loses its last row, the first page opens.
  if (wantedPage > 0 && search.data?.dashboards.length === 0 && !search.isPlaceholderData) setPage(0);
  return (
    <>
      <QueryBoundary
        query={search}
        errorMessage={MANAGE_TEXTS.loadFailed}
        skeleton={<TableSkeleton label="Loading client dashboards" />}
      >
        {({ dashboards, total }) => (
          <Card className="overflow-hidden">
            <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2">
              <SearchField
                label="Filter by business"
                className="flex-1 basis-48 sm:max-w-60"
                value={filter}
                onChange={(value) => {
                  setFilter(value);
                  setPage(0);
                }}
              />
              <span aria-live="polite" className="text-ink-3 text-xs phone:order-last phone:w-full">
                {formatCount(total)} {total === 1 ? "dashboard" : "dashboards"}
              </span>
              <div className="ml-auto flex flex-wrap gap-2 phone:ml-0 phone:grid phone:w-full phone:grid-cols-2">
                <Button onClick={() => setOpened({ name: "import" })}>
                  <Upload aria-hidden="true" />
                  Import
                </Button>
                <ExportButton />
                <Button
                  variant="primary"
                  className="phone:order-first phone:col-span-2"
                  onClick={() => setOpened({ name: "add" })}
                >
                  <Plus aria-hidden="true" />
                  Add Dashboard
                </Button>
              </div>
            </div>
            {total === 0 ? (
              <EmptyDashboards query={query} />
            ) : (
              <DashboardsTable
                dashboards={dashboards}
                sort={sort}
                onSort={(next) => {
                  setSort(next);
                  setPage(0);
                }}
                outdated={search.isPlaceholderData}
                onEdit={edit}
                onDelete={askToDelete}
              />
            )}
            <PageFooter page={wantedPage} total={total} shown={dashboards.length} onPage={setPage} />
          </Card>
        )}
      </QueryBoundary>
      {opened?.name === "add" && <DashboardSheet dashboard={null} onClose={close} />}
      {opened?.name === "edit" && <DashboardSheet dashboard={opened.dashboard} onClose={close} />}
      {opened?.name === "delete" && <DeleteDialog dashboard={opened.dashboard} onClose={close} />}
      {opened?.name === "import" && <ImportSheet onClose={close} />}
    </>
  );
}

function EmptyDashboards({ query }: { query: string }) {
  if (query !== "")
    return (
      <EmptyState icon={<SearchX />} title="No matching dashboards" text="Try another business, title, client or ID." />
    );
  return (
    <EmptyState
      icon={<LayoutDashboard />}
      title={MANAGE_TEXTS.none}
      text="Add one, and the client sees it as their lead dashboard."
    />
  );
}

/** Downloads all dashboards, not only the current page. */
function ExportButton() {
  const download = useAction({
    action: async () => {
      const dashboards = await listAllDashboards();
      const day = dayIn(Date.now(), localZone());
      downloadFile(`dashboards-export-${day}.json`, "application/json", JSON.stringify(dashboards, null, 2));
      return dashboards.length;
    },
    successMessage: (count) => ({
      title: MANAGE_TEXTS.exported,
      description: `${formatCount(count)} in the file`,
    }),
    errorMessage: MANAGE_TEXTS.loadFailed,
    describeError: () => "Nothing was exported. Try again.",
  });
  return (
    <Button loading={download.busy} onClick={() => void download.run()}>
      <Download aria-hidden="true" />
      <span>Export</span>
    </Button>
  );
}

type FooterProps = { page: number; total: number; shown: number; onPage: (page: number) => void };

/** The current range and the page buttons. Hidden when all rows fit on one page. */
function PageFooter({ page, total, shown, onPage }: FooterProps) {
  if (total <= PAGE_SIZE) return null;
  const first = page * PAGE_SIZE;
  return (
    <nav
      aria-label="Pages"
      className="flex items-center gap-1 border-line-soft border-t px-4 py-1.5 text-13 text-ink-3"
    >
      <span className="num mr-auto">
        {formatCount(first + 1)}–{formatCount(first + shown)} of {formatCount(total)}
      </span>
      <IconButton label="Previous page" disabled={page === 0} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden="true" />
      </IconButton>
      <IconButton label="Next page" disabled={first + shown >= total} onClick={() => onPage(page + 1)}>
        <ChevronRight aria-hidden="true" />
      </IconButton>
    </nav>
  );
}

type DeleteProps = { dashboard: ClientDashboard; onClose: () => void };

/** Asks before it deletes a dashboard (spec §5). Mount it to open it. */
function DeleteDialog({ dashboard, onClose }: DeleteProps) {
  const remove = useAction({
    action: () => deleteDashboard(dashboard.id),
    successMessage: MANAGE_TEXTS.deleted,
    errorMessage: MANAGE_TEXTS.deleteFailed,
    describeError: (error) => explainProblem(error).text,
    invalidates: [queryKeys.clientDashboards()],
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Delete dashboard"
      description={MANAGE_TEXTS.confirmDelete(dashboard.business_name)}
      confirmLabel="Delete dashboard"
      busy={remove.busy}
      onConfirm={() => void remove.run()}
    />
  );
}
