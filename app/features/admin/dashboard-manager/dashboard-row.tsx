import { memo } from "react";
import { formatDay } from "~/shared/format-date.ts";
import { HealthChip } from "~/ui/chip.tsx";
import { TableCell, TableRow } from "~/ui/table.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { isUnassigned } from "./change-dashboards.ts";
import { DashboardActions } from "./dashboard-actions.tsx";
import type { ClientDashboard } from "./search-dashboards.ts";

const count = new Intl.NumberFormat("en");

type Props = {
  dashboard: ClientDashboard;
  onEdit: (dashboard: ClientDashboard) => void;
  onDelete: (dashboard: ClientDashboard) => void;
};

/** Drawn again only when its dashboard changed, not with every key of the filter. */
export const DashboardRow = memo(function DashboardRow({ dashboard, onEdit, onDelete }: Props) {
  const { id, business_name, dashboard_title, health_status, access_count, last_accessed, created_at } = dashboard;
  return (
    <TableRow>
      <TableCell className="max-w-80 phone:col-span-2 phone:max-w-none">
        <span className="flex min-w-0 items-baseline gap-2.5 phone:justify-between">
          <span className="min-w-0 truncate font-medium phone:text-sm" title={business_name}>
            {business_name}
          </span>
          <span className="num shrink-0 text-ink-3 text-xs">{id.slice(0, 8)}</span>
        </span>
        {isUnassigned(dashboard) && <Unassigned originalUserId={dashboard.original_user_id} />}
      </TableCell>
      <TableCell className="max-w-56 truncate text-ink-2 phone:max-w-none phone:even:text-left">
        {dashboard_title}
      </TableCell>
      <TableCell className="phone:text-right">
        <HealthChip health={health_status} />
      </TableCell>
      <TableCell className="whitespace-nowrap phone:even:text-left">
        <span className="inline-grid grid-cols-[minmax(5.5rem,auto)_minmax(6rem,auto)] items-baseline gap-x-3 phone:block phone:text-xs">
          <span className="text-right">
            <span className="num">{count.format(access_count)}</span>{" "}
            <span className="text-ink-3 text-xs">{access_count === 1 ? "view" : "views"}</span>
          </span>
          <span className="text-ink-2 phone:text-ink-3">
            <span className="md:hidden">, </span>
            {last_accessed ? <TimeAgo at={last_accessed} /> : "never"}
          </span>
          <span className="text-ink-3 md:hidden phone:block">Created {formatDay(created_at)}</span>
        </span>
      </TableCell>
      <TableCell hideOnPhone className="whitespace-nowrap text-ink-2">
        {formatDay(created_at)}
      </TableCell>
      <TableCell className="w-36 phone:w-auto">
        <DashboardActions dashboard={dashboard} onEdit={() => onEdit(dashboard)} onDelete={() => onDelete(dashboard)} />
      </TableCell>
    </TableRow>
  );
});

/** Whose an imported dashboard was, for the admin who assigns it. */
function Unassigned({ originalUserId }: { originalUserId: string | null }) {
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
