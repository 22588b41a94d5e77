import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { today } from "~/shared/format-date.ts";
import { LoadFailure } from "~/shared/load-failure.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { Tabs, TabsContent, TabsCount, TabsList, TabsTrigger } from "~/ui/tabs.tsx";
import { shownInvoiceStatus } from "../../../domain/invoices.ts";
import { ClientStats } from "./client-stats.tsx";
import { CommunicationTab } from "./communication-tab.tsx";
import { InvoicesTable } from "./invoices-table.tsx";
import { listInvoices } from "./list-invoices.ts";
import { listRetainers } from "./list-retainers.ts";
import { RetainersTable } from "./retainers-table.tsx";

export type ClientTab = "dashboard" | "invoices" | "retainers" | "communication";
type Props = { userId: string; tab: ClientTab; onTabChange: (tab: ClientTab) => void; leadDashboard: ReactNode };

/** Spec §2 Client dashboard screen: the figures and the four tabs. The lead dashboard is handed in. */
export function ClientDashboardScreen({ userId, tab, onTabChange, leadDashboard }: Props) {
  const invoices = useQuery({ queryKey: queryKeys.invoices(userId), queryFn: () => listInvoices(userId) });
  const retainers = useQuery({ queryKey: queryKeys.retainers(userId), queryFn: () => listRetainers(userId) });
  const overdue = invoices.data?.filter((invoice) => shownInvoiceStatus(invoice, today()) === "overdue").length ?? 0;
  return (
    <>
      <ClientStats invoices={invoices.data} retainers={retainers.data} />
      <Tabs value={tab} onValueChange={(value) => onTabChange(value as ClientTab)}>
        <TabsList aria-label="Your account">
          <TabsTrigger value="dashboard">Lead Dashboard</TabsTrigger>
          <TabsTrigger value="invoices">
            Invoices {overdue > 0 && <TabsCount tone="bad">{overdue}</TabsCount>}
          </TabsTrigger>
          <TabsTrigger value="retainers">Retainers</TabsTrigger>
          <TabsTrigger value="communication">Communication</TabsTrigger>
        </TabsList>
        <TabsContent value="dashboard" className="pt-5">
          {leadDashboard}
        </TabsContent>
        <TabsContent value="invoices" className="pt-5">
          <Loaded query={invoices} text="Your invoices could not be loaded" label="Loading your invoices">
            {(list) => <InvoicesTable invoices={list} />}
          </Loaded>
        </TabsContent>
        <TabsContent value="retainers" className="pt-5">
          <Loaded query={retainers} text="Your retainers could not be loaded" label="Loading your retainers">
            {(list) => <RetainersTable retainers={list} />}
          </Loaded>
        </TabsContent>
        <TabsContent value="communication" className="pt-5">
          <CommunicationTab />
        </TabsContent>
      </Tabs>
    </>
  );
}

type Query<Data> = { data: Data | undefined; isError: boolean; error: unknown; refetch: () => unknown };
type LoadedProps<Data> = { query: Query<Data>; text: string; label: string; children: (data: Data) => ReactNode };

function Loaded<Data>({ query, text, label, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <LoadFailure text={text} error={query.error} onRetry={() => void query.refetch()} />;
  return <TableSkeleton label={label} />;
}
