import { useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { useState } from "react";
import { LoadFailure } from "~/shared/load-failure.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Stat, StatGroup } from "~/ui/stat-group.tsx";
import { Tabs, TabsContent, TabsCount, TabsList, TabsTrigger } from "~/ui/tabs.tsx";
import { LeadsTable } from "./leads-table.tsx";
import { LEADS_SHOWN, type Lead, listLeads } from "./list-leads.ts";

const count = new Intl.NumberFormat("en");
const VIEWS = { all: "All", mine: "Mine", unclaimed: "Unclaimed" } as const;
type View = keyof typeof VIEWS;

/** The sales home (spec §2: /crm): own and unclaimed leads, newest first. Arrivals show within half a minute. */
export function SalesHomeScreen({ userId }: { userId: string }) {
  const [view, setView] = useState<View>("all");
  const leads = useQuery({
    queryKey: queryKeys.leads(userId),
    queryFn: () => listLeads(userId),
    refetchInterval: 30_000,
  });
  if (leads.isError && !leads.data)
    return (
      <LoadFailure text="Your leads could not be loaded" error={leads.error} onRetry={() => void leads.refetch()} />
    );
  const { mine, unclaimed } = leads.data ?? {};
  const total = mine === undefined || unclaimed === undefined ? undefined : mine + unclaimed;
  const counts: Record<View, number | undefined> = { all: total, mine, unclaimed };
  return (
    <>
      <StatGroup>
        <Stat label="Your leads" value={figure(mine)} note={leads.data && "owned by you"} />
        <Stat label="Unclaimed" value={figure(unclaimed)} note={leads.data && "waiting for an owner"} />
        <Stat label="Together" value={figure(total)} note={leads.data && "without archived and spam"} />
      </StatGroup>
      <Tabs value={view} onValueChange={(value) => setView(value as View)}>
        <TabsList aria-label="Leads">
          {(Object.keys(VIEWS) as View[]).map((name) => (
            <TabsTrigger key={name} value={name}>
              {VIEWS[name]} {counts[name] !== undefined && <TabsCount>{figure(counts[name])}</TabsCount>}
            </TabsTrigger>
          ))}
        </TabsList>
        {(Object.keys(VIEWS) as View[]).map((name) => (
          <TabsContent key={name} value={name} className="pt-5">
            {leads.data ? (
              <LeadList leads={leads.data.leads.filter(isIn(name))} total={counts[name] ?? 0} />
            ) : (
              <TableSkeleton label="Loading your leads" />
            )}
          </TabsContent>
        ))}
      </Tabs>
    </>
  );
}

function LeadList({ leads, total }: { leads: Lead[]; total: number }) {
  if (leads.length === 0)
    return (
      <Card>
        <EmptyState
          icon={<Inbox />}
          title="No leads here"
          text="Leads arrive from the website's forms and landing pages, and appear here by themselves."
        />
      </Card>
    );
  return (
    <>
      <Card className="overflow-hidden">
        <LeadsTable leads={leads} />
      </Card>
      {total > leads.length && (
        <p className="mt-3 text-xs text-ink-3">
          Shown: {leads.length} among the {LEADS_SHOWN} newest leads. There are {figure(total)} in all.
        </p>
      )}
    </>
  );
}

function isIn(view: View): (lead: Lead) => boolean {
  if (view === "all") return () => true;
  return (lead) => (lead.user_id !== null) === (view === "mine");
}

function figure(value: number | undefined): string | undefined {
  return value === undefined ? undefined : count.format(value);
}
