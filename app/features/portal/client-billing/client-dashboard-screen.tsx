import type { ReactNode } from "react";
import { Tabs, TabsContent, TabsCount, TabsList, TabsTrigger } from "~/ui/tabs.tsx";
import { ClientStats } from "./client-stats.tsx";
import { CommunicationTab } from "./communication-tab.tsx";
import type { ClientFigures } from "./load-client-figures.ts";
import { RetainersTab } from "./retainers-tab.tsx";
import { UpcomingHint } from "./upcoming-charges.tsx";
import { useClientBilling } from "./use-client-billing.ts";

export type ClientTab = "dashboard" | "invoices" | "retainers" | "communication";
type Counts = { all: number; open: number; paid: number };

type Props = {
  userId: string;
  tab: ClientTab;
  onTabChange: (tab: ClientTab) => void;
  leadDashboard: ReactNode;
  /** The client's invoices, with how many there are of each. */
  invoices: (counts: Counts | undefined) => ReactNode;
  serviceRequest: ReactNode;
  /** What the client asked for, with the answers. */
  requests: ReactNode;
};

/** Spec §2 Client dashboard screen: the figures and the four tabs. What other features draw is handed in. */
export function ClientDashboardScreen(props: Props) {
  const { userId, tab, onTabChange } = props;
  const { figures, charges } = useClientBilling(userId);
  const upcoming = charges.data ?? [];
  const overdue = figures.data?.by_status.overdue ?? 0;
  return (
    <>
      <ClientStats figures={figures.data} charges={charges.data} isError={figures.isError} />
      <Tabs value={tab} onValueChange={(value) => onTabChange(value as ClientTab)}>
        <TabsList aria-label="Your account">
          <TabsTrigger value="dashboard">Lead Dashboard</TabsTrigger>
          <TabsTrigger value="invoices">Invoices {overdue > 0 && <OverdueCount count={overdue} />}</TabsTrigger>
          <TabsTrigger value="retainers">
            Retainers{" "}
            {Boolean(figures.data?.active_retainers) && <TabsCount>{figures.data?.active_retainers}</TabsCount>}
          </TabsTrigger>
          <TabsTrigger value="communication">Communication</TabsTrigger>
        </TabsList>
        <TabsContent value="dashboard" className="pt-5">
          {props.leadDashboard}
        </TabsContent>
        <TabsContent value="invoices" className="pt-5">
          {props.invoices(figures.data && countsOf(figures.data))}
          <UpcomingHint charges={upcoming} onShow={() => onTabChange("retainers")} />
        </TabsContent>
        <TabsContent value="retainers" className="pt-5">
          <RetainersTab userId={userId} charges={upcoming} />
        </TabsContent>
        <TabsContent value="communication" className="pt-5">
          <div className="grid gap-5">
            <CommunicationTab serviceRequest={props.serviceRequest} />
            {props.requests}
          </div>
        </TabsContent>
      </Tabs>
    </>
  );
}

function OverdueCount({ count }: { count: number }) {
  return (
    <TabsCount tone="bad">
      <span>
        {count}
        <span className="sr-only"> overdue</span>
      </span>
    </TabsCount>
  );
}

function countsOf({ invoices, by_status }: ClientFigures): Counts {
  return {
    all: invoices,
    open: (by_status.pending ?? 0) + (by_status.overdue ?? 0),
    paid: by_status.paid ?? 0,
  };
}
