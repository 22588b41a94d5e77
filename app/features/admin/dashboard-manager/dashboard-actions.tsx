import { Activity, ExternalLink, Pencil, Trash2 } from "lucide-react";
import { Button } from "~/ui/button.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { TableActions } from "~/ui/table.tsx";
import { Tooltip } from "~/ui/tooltip.tsx";
import type { ClientDashboard } from "./search-dashboards.ts";
import { useTestDashboard } from "./use-test-dashboard.ts";

type Props = { dashboard: ClientDashboard; onEdit: () => void; onDelete: () => void };

/** Test, open in new tab, edit, delete (spec §2); each names its dashboard. */
export function DashboardActions({ dashboard, onEdit, onDelete }: Props) {
  const test = useTestDashboard();
  const { business_name: business } = dashboard;
  return (
    <TableActions className={test.isPending ? "opacity-100" : ""}>
      <IconButton size="sm" label={`Test ${business}`} loading={test.isPending} onClick={() => test.mutate(dashboard)}>
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
