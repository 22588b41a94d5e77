import { useQuery } from "@tanstack/react-query";
import { ExternalLink, LayoutDashboard } from "lucide-react";
import { brand } from "~/content/brand.ts";
import { DASHBOARD_TEXTS } from "~/shared/dashboard-messages.ts";
import { formatDay, formatMoment } from "~/shared/format-date.ts";
import { LoadFailure } from "~/shared/load-failure.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Chip } from "~/ui/chip.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { loadAdminDashboard } from "./load-admin-dashboard.ts";
import { type LeadDashboard, loadOwnDashboard } from "./load-dashboard.ts";

type Props = {
  userId: string;
  /** Who reads: it decides which dashboard is looked for, and what an empty one says. */
  reader: "client" | "user" | "admin";
  /** The admin's own company, for the admin view (spec §6). */
  company?: string;
};

const EMPTY = {
  client: DASHBOARD_TEXTS.noneClient,
  user: DASHBOARD_TEXTS.noneUser,
  admin: DASHBOARD_TEXTS.noneAdmin,
} as const;

/** The lead dashboard that is configured for a person: whose it is, and the way to it. */
export function LeadDashboardCard({ userId, reader, company = brand.name }: Props) {
  const isAdmin = reader === "admin";
  const query = useQuery({
    queryKey: [...queryKeys.dashboard(userId, isAdmin), company],
    queryFn: () => (isAdmin ? loadAdminDashboard(company) : loadOwnDashboard(userId)),
  });
  if (query.isPending) return <Waiting />;
  // Spec §8: the admin view does not show this failure as one; it has nothing to configure there.
  if (query.isError && !isAdmin)
    return <LoadFailure text={DASHBOARD_TEXTS.loadFailed} error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data)
    return (
      <Card>
        <EmptyState icon={<LayoutDashboard />} title={DASHBOARD_TEXTS.none} text={EMPTY[reader]}>
          {!isAdmin && (
            <Button asChild>
              <a href={`mailto:${brand.email}?subject=${encodeURIComponent("My lead dashboard")}`}>Contact support</a>
            </Button>
          )}
        </EmptyState>
      </Card>
    );
  return <Found dashboard={query.data} isAdmin={isAdmin} />;
}

function Found({ dashboard, isAdmin }: { dashboard: LeadDashboard; isAdmin: boolean }) {
  return (
    <Card className="flex flex-wrap items-center gap-4 p-4">
      <LayoutDashboard size={20} aria-hidden="true" className="text-ink-3" />
      <div className="min-w-0 flex-1 basis-52">
        <div className="flex items-center gap-2">
          <h2 className="truncate text-sm font-semibold">{dashboard.dashboard_title}</h2>
          {isAdmin && <Chip tone="admin">Admin View</Chip>}
        </div>
        <p className="truncate text-13 text-ink-2">{dashboard.business_name}</p>
        <p className="text-xs text-ink-3">
          Updated{" "}
          <time dateTime={dashboard.updated_at} title={formatMoment(dashboard.updated_at)}>
            {formatDay(dashboard.updated_at)}
          </time>
        </p>
      </div>
      <Button asChild>
        <a href={dashboard.notion_database_url} target="_blank" rel="noopener noreferrer">
          Open dashboard
          <ExternalLink aria-hidden="true" />
        </a>
      </Button>
    </Card>
  );
}

function Waiting() {
  return (
    <Card className="flex items-center gap-4 p-4" role="status" aria-label="Loading the dashboard">
      <Skeleton className="size-5" />
      <div className="grid flex-1 gap-2">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-3 w-28" />
      </div>
      <Skeleton className="h-8 w-36" />
    </Card>
  );
}
