import { useQuery } from "@tanstack/react-query";
import { LayoutDashboard } from "lucide-react";
import { brand } from "~/content/brand.ts";
import { AskOwner } from "~/shared/ask-owner.tsx";
import { loadConfig } from "~/shared/config.ts";
import { LoadError } from "~/shared/load-error.tsx";
import { portalRightsQuery } from "~/shared/portal-rights.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { NoAccount } from "../client-billing/no-account.tsx";
import { leadDashboardQuery } from "./api.ts";
import { DASHBOARD_TEXTS } from "./dashboard-messages.ts";
import { EmbeddedDashboard } from "./embedded-dashboard.tsx";

type Props = {
  userId: string;
  /** Decides which dashboard loads, and the text when there is none. */
  audience: "client" | "user" | "admin";
  /** The admin's own company, for the admin view (spec §6). */
  company?: string;
};

/** The lead dashboard that is configured for a user, or why there is none. */
export function LeadDashboardCard({ userId, audience, company = brand.name }: Props) {
  const isAdmin = audience === "admin";
  const query = useQuery(leadDashboardQuery(userId, isAdmin, company));
  const config = useQuery({ queryKey: queryKeys.config(), queryFn: loadConfig, staleTime: Number.POSITIVE_INFINITY });
  const { data: rights, isLoading } = useQuery({ ...portalRightsQuery(userId), enabled: !isAdmin });
  if (query.isPending || config.isPending || isLoading) return <DashboardSkeleton />;
  // Spec §8: the admin view does not show this failure as an error, because an admin has nothing to configure there.
  if (query.isError && !query.data && !isAdmin)
    return <LoadError text={DASHBOARD_TEXTS.loadFailed} error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data && audience === "client" && rights?.accounts.length === 0) return <NoAccount />;
  if (!query.data && rights?.sees_work === false)
    return (
      <AskOwner
        title="The lead dashboard is for owners and members"
        text="Your role in this account gives access to its invoices and plan. An owner can change your role."
        owners={rights.owners}
      />
    );
  if (!query.data)
    return (
      <Card>
        <EmptyState
          icon={<LayoutDashboard />}
          title={DASHBOARD_TEXTS.none}
          text={isAdmin ? DASHBOARD_TEXTS.noneAdmin : DASHBOARD_TEXTS.noneClient}
        >
          {!isAdmin && (
            <Button asChild>
              <a href={`mailto:${brand.email}?subject=${encodeURIComponent("My lead dashboard")}`}>Contact support</a>
            </Button>
          )}
        </EmptyState>
      </Card>
    );
  const { id, notion_database_url: address } = query.data;
  // Another URL is another dashboard, so its frame starts again.
  return (
    <EmbeddedDashboard key={id + address} dashboard={query.data} isAdmin={isAdmin} demo={config.data?.demo ?? false} />
  );
}

function DashboardSkeleton() {
  return (
    <Card role="status" aria-label="Loading the dashboard">
      <div className="flex min-h-14 items-center gap-3 border-line border-b px-4">
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-3.5 w-32" />
          <Skeleton className="w-24" />
        </div>
        <Skeleton className="w-10" />
        <Skeleton className="h-5 w-24" />
      </div>
      <div className="h-[600px] p-6 md:p-10">
        <Skeleton className="h-6 w-52" />
      </div>
      <div className="flex min-h-10 items-center gap-4 border-line border-t px-4">
        <Skeleton className="w-28" />
        <Skeleton className="w-24" />
        <Skeleton className="w-20" />
      </div>
    </Card>
  );
}
