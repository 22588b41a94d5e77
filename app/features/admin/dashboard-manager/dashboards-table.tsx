import { Table, TableBody, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { DashboardRow } from "./dashboard-row.tsx";
import type { ClientDashboard, DashboardSort } from "./search-dashboards.ts";

type Props = {
  dashboards: ClientDashboard[];
  sort: DashboardSort;
  onSort: (sort: DashboardSort) => void;
  /** Another answer is on its way: what is shown is still the one before. */
  outdated: boolean;
  onEdit: (dashboard: ClientDashboard) => void;
  onDelete: (dashboard: ClientDashboard) => void;
};

/** Spec §2 Manage Dashboards: the table, and cards on a phone. */
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
