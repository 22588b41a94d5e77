import { useQuery } from "@tanstack/react-query";
import { LayoutDashboard } from "lucide-react";
import { brand } from "~/content/brand.ts";
import { AskOwner } from "~/shared/ask-owner.tsx";
import { loadConfig } from "~/shared/config.ts";
import { LoadError } from "~/shared/load-error.tsx";
import { usePortalAccounts } from "~/shared/portal-accounts.tsx";
import { type PortalRights, portalRightsQuery } from "~/shared/portal-rights.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Field } from "~/ui/field.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { NoAccount } from "../client-billing/no-account.tsx";
import { leadDashboardsQuery } from "./api.ts";
import { DASHBOARD_TEXTS } from "./dashboard-messages.ts";
import { EmbeddedDashboard } from "./embedded-dashboard.tsx";

type Props = {
  userId: string;
  /** Decides which dashboard loads, and the text when there is none. */
  audience: "client" | "user" | "admin";
  /** The admin's own company, for the admin view (spec §6). */
  company?: string;
};

/** The lead dashboard that is configured for a user, or why there is none. Someone with those of several accounts chooses one. */
export function LeadDashboardCard({ userId, audience, company = brand.name }: Props) {
  const isAdmin = audience === "admin";
  const query = useQuery(leadDashboardsQuery(userId, isAdmin, company));
  const config = useQuery({ queryKey: queryKeys.config(), queryFn: loadConfig, staleTime: Number.POSITIVE_INFINITY });
  const { data: rights, isLoading } = useQuery({ ...portalRightsQuery(userId), enabled: !isAdmin });
  const { all: accounts, chosen, ask, choose } = usePortalAccounts(userId, "work");
  if (query.isPending || config.isPending || isLoading) return <DashboardSkeleton />;
  // Spec §8: the admin view does not show this failure as an error, because an admin has nothing to configure there.
  if (query.isError && !query.data && !isAdmin)
    return <LoadError text={DASHBOARD_TEXTS.loadFailed} error={query.error} onRetry={() => void query.refetch()} />;
  const dashboards = query.data ?? [];
  const shown = chosen && !isAdmin ? dashboards.find(({ account_id }) => account_id === chosen.id) : dashboards[0];
  if (!shown && audience === "client" && rights?.accounts.length === 0) return <NoAccount />;
  const options = accounts.filter(
    ({ id }) => id === chosen?.id || dashboards.some(({ account_id }) => account_id === id),
  );
  return (
    <div className="grid gap-3">
      {!isAdmin && options.length > 1 && (
        <Field label="Account" hideLabel className="justify-self-end phone:w-full">
          <NativeSelect
            value={(chosen ?? options.find(({ id }) => id === shown?.account_id))?.slug ?? ""}
            onChange={(event) => choose(event.target.value)}
            className="h-8 min-w-36 text-13 md:max-w-60"
          >
            {options.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </NativeSelect>
        </Field>
      )}
      {shown ? (
        // Another URL is another dashboard, so its frame starts again.
        <EmbeddedDashboard
          key={shown.id + shown.notion_database_url}
          dashboard={shown}
          isAdmin={isAdmin}
          demo={config.data?.demo ?? false}
        />
      ) : (
        <NoDashboard isAdmin={isAdmin} rights={rights} ask={ask} />
      )}
    </div>
  );
}

type NoDashboardProps = {
  isAdmin: boolean;
  rights: PortalRights | undefined;
  /** The owners of the chosen account, if the person is a billing contact of it. */
  ask: PortalRights["owners"] | undefined;
};

function NoDashboard({ isAdmin, rights, ask }: NoDashboardProps) {
  if (rights && (ask || !rights.sees_work))
    return (
      <AskOwner
        title="The lead dashboard is for owners and members"
        text="Your role in this account gives access to its invoices and plan. An owner can change your role."
        owners={ask ?? rights.owners}
      />
    );
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
