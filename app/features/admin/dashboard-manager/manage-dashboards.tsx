import { LayoutDashboard, Plus, SearchX, Upload } from "lucide-react";
import { useCallback, useState } from "react";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { SearchField } from "~/shared/search-field.tsx";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { useThrottledValue } from "~/shared/use-throttled-value.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { DashboardSheet } from "./dashboard-sheet.tsx";
import { MANAGE_TEXTS } from "./dashboard-texts.ts";
import { DashboardsTable } from "./dashboards-table.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { ExportButton } from "./export-button.tsx";
import { ImportSheet } from "./import-sheet.tsx";
import { PageFooter } from "./page-footer.tsx";
import type { ClientDashboard, DashboardSort } from "./search-dashboards.ts";
import { useDashboards } from "./use-dashboards.ts";

const count = new Intl.NumberFormat("en");

type OpenPanel = { name: "add" } | { name: "import" } | { name: "edit" | "delete"; dashboard: ClientDashboard } | null;

/** The Manage Dashboards tab (spec §2): find, add, change, test, export and import clients' dashboards. */
export function ManageDashboards() {
  const [filter, setFilter] = useState("");
  const [sort, setSort] = useState<DashboardSort>("newest");
  const [wantedPage, setPage] = useState(0);
  const [opened, setOpened] = useState<OpenPanel>(null);
  const query = useThrottledValue(filter.trim());
  const search = useDashboards({ query, sort, page: wantedPage });
  const close = () => setOpened(null);
  const edit = useCallback((dashboard: ClientDashboard) => setOpened({ name: "edit", dashboard }), []);
  const askToDelete = useCallback((dashboard: ClientDashboard) => setOpened({ name: "delete", dashboard }), []);
  // A page that lost its last row leads back to the first.
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
                {count.format(total)} {total === 1 ? "dashboard" : "dashboards"}
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
      <EmptyState icon={<SearchX />} title="No dashboard found" text="No business, title, client or id matches." />
    );
  return (
    <EmptyState
      icon={<LayoutDashboard />}
      title={MANAGE_TEXTS.none}
      text="Add the first one, and its client sees it as their lead dashboard."
    />
  );
}
