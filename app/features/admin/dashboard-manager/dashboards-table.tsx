import { Activity, ExternalLink, Pencil, Trash2 } from "lucide-react";
import { memo } from "react";
import { ClientLink } from "~/shared/client-link.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { toast } from "~/shared/toast.ts";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { HealthChip } from "~/ui/chip.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { Table, TableActions, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { Tooltip } from "~/ui/tooltip.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { formatDay } from "../../../../domain/format-date.ts";
import { type ClientDashboard, type DashboardSort, isUnassigned } from "./api.ts";
import { MANAGE_TEXTS } from "./dashboard-texts.ts";
import { testDashboard } from "./test-dashboard.ts";

type Props = {
  dashboards: ClientDashboard[];
  sort: DashboardSort;
  onSort: (sort: DashboardSort) => void;
  /** The next results are loading; these rows are from the previous query. */
  outdated: boolean;
  onEdit: (dashboard: ClientDashboard) => void;
  onDelete: (dashboard: ClientDashboard) => void;
};

/** Spec §2 Manage Dashboards: a table, or cards on a phone. */
export function DashboardsTable({ dashboards, sort, onSort, outdated, onEdit, onDelete }: Props) {
  const column = (up: DashboardSort, down: DashboardSort, first: DashboardSort) => ({
    sorted: sort === up ? ("ascending" as const) : sort === down ? ("descending" as const) : null,
    onSort: () => onSort(sort === up ? down : sort === down ? up : first),
  });
  return (
    <Table aria-label="Client dashboards" cards stale={outdated}>
      <TableHeader>
        <TableRow>
          <TableHead {...column("name", "name_desc", "name")}>Business Name</TableHead>
          <TableHead>Dashboard Title</TableHead>
          <TableHead>Health Status</TableHead>
          <TableHead {...column("views_asc", "views", "views")}>Usage</TableHead>
          <TableHead {...column("oldest", "newest", "newest")}>Created</TableHead>
          <TableHead className="text-right">Actions</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {dashboards.map((dashboard) => (
          <DashboardRow key={dashboard.id} dashboard={dashboard} onEdit={onEdit} onDelete={onDelete} />
        ))}
      </TableBody>
    </Table>
  );
}

type RowProps = {
  dashboard: ClientDashboard;
  onEdit: (dashboard: ClientDashboard) => void;
  onDelete: (dashboard: ClientDashboard) => void;
};

/** Renders only when its dashboard changes, not on each keystroke in the filter. */
const DashboardRow = memo(function DashboardRow({ dashboard, onEdit, onDelete }: RowProps) {
  const { id, business_name, dashboard_title, health_status, access_count, last_accessed, created_at } = dashboard;
  return (
    <TableRow>
      <TableCell className="max-w-80 phone:col-span-2 phone:max-w-none">
        <span className="flex min-w-0 items-baseline gap-2.5 phone:justify-between">
          <span className="grid min-w-0 font-medium phone:text-sm" title={business_name}>
            {isUnassigned(dashboard) ? (
              <span className="truncate">{business_name}</span>
            ) : (
              <ClientLink id={dashboard.user_id} className="truncate">
                {business_name}
              </ClientLink>
            )}
          </span>
          <span className="num shrink-0 text-ink-3 text-xs">{id.slice(0, 8)}</span>
        </span>
        {isUnassigned(dashboard) ? (
          <Unassigned dashboard={dashboard} />
        ) : (
          <span className="block truncate text-ink-3 text-xs">{ownerText(dashboard)}</span>
        )}
      </TableCell>
      <TableCell className="max-w-56 truncate text-ink-2 phone:max-w-none phone:even:text-left">
        {dashboard_title}
      </TableCell>
      <TableCell className="phone:text-right">
        <HealthChip health={health_status} />
      </TableCell>
      <TableCell className="whitespace-nowrap phone:whitespace-normal phone:even:text-left">
        <span className="inline-grid grid-cols-[5rem_minmax(6rem,auto)] items-baseline gap-x-3 phone:block phone:text-xs">
          <span>
            <span className="num">{formatCount(access_count)}</span>{" "}
            <span className="text-ink-3 text-xs">{access_count === 1 ? "view" : "views"}</span>
          </span>
          <span className="text-ink-2 phone:text-ink-3">
            <span className="md:hidden">, </span>
            {last_accessed ? (
              <>
                opened <TimeAgo at={last_accessed} />
              </>
            ) : (
              "never opened"
            )}
          </span>
          <span className="text-ink-3 md:hidden phone:block">Created {formatDay(created_at)}</span>
        </span>
      </TableCell>
      <TableCell hideOnPhone className="whitespace-nowrap text-ink-2">
        {formatDay(created_at)}
      </TableCell>
      <TableCell pinned className="w-36 phone:w-auto">
        <DashboardActions dashboard={dashboard} onEdit={() => onEdit(dashboard)} onDelete={() => onDelete(dashboard)} />
      </TableCell>
    </TableRow>
  );
});

/** Whose dashboard it is, because two can have one name. */
const ownerText = ({ business_name, account_name, client_email }: ClientDashboard): string =>
  [account_name !== business_name && account_name, client_email].filter(Boolean).join(" · ");

/** The account that a dashboard without a person belongs to, or the former owner of an imported one, for the admin who assigns it. */
function Unassigned({ dashboard }: { dashboard: ClientDashboard }) {
  const { original_user_id: originalUserId, account_id, account_name } = dashboard;
  if (account_id)
    return (
      <span className="block truncate text-ink-3 text-xs">
        Belongs to{" "}
        <ClientLink id={null} accountId={account_id} className="underline">
          {account_name ?? "an account"}
        </ClientLink>
      </span>
    );
  return (
    <span className="block truncate text-ink-3 text-xs" title={originalUserId ?? undefined}>
      Unassigned
      {originalUserId && (
        <>
          , imported for <span className="font-mono">{originalUserId}</span>
        </>
      )}
    </span>
  );
}

type ActionsProps = { dashboard: ClientDashboard; onEdit: () => void; onDelete: () => void };

/** Test, open in a new tab, edit and delete (spec §2). Each label names its dashboard. */
function DashboardActions({ dashboard, onEdit, onDelete }: ActionsProps) {
  const test = useAction({
    action: () => testDashboard(dashboard),
    errorMessage: MANAGE_TEXTS.testFailed,
    describeError: () => "The test couldn't run. Try again.",
    // The table then shows the health status from the server.
    invalidates: [queryKeys.clientDashboards()],
    onSuccess: ({ passed, text: description }) =>
      passed
        ? toast.success(MANAGE_TEXTS.tested, { description })
        : toast.error(MANAGE_TEXTS.testFailed, { description }),
  });
  const { business_name: business } = dashboard;
  return (
    <TableActions>
      <IconButton size="sm" label={`Test ${business}`} loading={test.busy} onClick={() => void test.run()}>
        <Activity aria-hidden="true" />
      </IconButton>
      <Tooltip label={`Open ${business} in new tab`}>
        <Button asChild variant="ghost" size="icon-sm">
          <a
            href={dashboard.notion_database_url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`Open ${business} in new tab`}
          >
            <ExternalLink aria-hidden="true" />
          </a>
        </Button>
      </Tooltip>
      <IconButton size="sm" label={`Edit ${business}`} onClick={onEdit}>
        <Pencil aria-hidden="true" />
      </IconButton>
      <IconButton size="sm" label={`Delete ${business}`} onClick={onDelete}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </TableActions>
  );
}
