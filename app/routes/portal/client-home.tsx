import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { InvoicesTab } from "~/features/billing/invoice/invoices-tab.tsx";
import { PayAllButton } from "~/features/billing/invoice/pay-all-button.tsx";
import { PremiumPlanCard } from "~/features/billing/premium-plan/premium-plan-card.tsx";
import { StatementCard } from "~/features/billing/statement/statement-card.tsx";
import {
  ClientDashboardScreen,
  ClientGreeting,
  type ClientTab,
} from "~/features/portal/client-billing/client-dashboard-screen.tsx";
import { LeadDashboardCard } from "~/features/portal/embedded-dashboard/lead-dashboard-card.tsx";
import { WorkspaceLink } from "~/features/portal/home/workspace-link.tsx";
import { MyRequests } from "~/features/portal/service-request/my-requests.tsx";
import { ServiceRequestDialog } from "~/features/portal/service-request/service-request-dialog.tsx";
import { useMembershipToast } from "~/shared/accounts/use-membership-toast.ts";
import { keepInView } from "~/shared/keep-in-view.ts";
import { portalRightsQuery } from "~/shared/portal-rights.ts";
import { useProfile } from "~/shared/use-profile.ts";
import { useUrlTab } from "~/shared/use-url-tab.ts";

type Tabs = readonly [ClientTab, ...ClientTab[]];
/** The first one is open at first. Billing contacts have no lead dashboard. */
const TABS: Tabs = ["dashboard", "invoices", "retainers", "communication"];
const TABS_OF_BILLING: Tabs = ["invoices", "dashboard", "retainers", "communication"];

type Props = {
  user: { id: string; email?: string | undefined };
  /** Cards above the figures. */
  children?: ReactNode;
};

/** A part of the page that links lead to, including from the page itself. */
function LinkedPart({ id, children }: { id: string; children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link again shows it again.
  useEffect(() => {
    if (part.current && hash === `#${id}`) return keepInView(part.current);
  }, [hash, key, id]);
  return (
    <div id={id} ref={part} className="scroll-mt-6">
      {children}
    </div>
  );
}

/** The client's home, for the client and for an admin who views it. The tab is in the URL, so that links can open it. */
export function ClientHome({ user, children }: Props) {
  // The lists of all tabs show the same account.
  const rights = useQuery(portalRightsQuery(user.id)).data;
  useMembershipToast(rights?.accounts ?? []);
  const [tab, showTab] = useUrlTab(rights?.sees_work === false ? TABS_OF_BILLING : TABS, { keep: ["account"] });
  // Members, and people without an account, can't start Premium.
  const mayDecide = rights?.accounts.some(({ role }) => role !== "member");
  const company = useProfile(user.id).data?.company ?? "";
  const serviceRequest = <ServiceRequestDialog key={company} user={user} businessName={company} />;
  return (
    <>
      <ClientGreeting
        user={user}
        actions={
          <>
            <WorkspaceLink />
            {serviceRequest}
          </>
        }
      />
      {children}
      <ClientDashboardScreen
        user={user}
        tab={tab}
        onTabChange={showTab}
        plan={
          <LinkedPart id="plan">
            <PremiumPlanCard user={user} />
          </LinkedPart>
        }
        payAll={(due) => <PayAllButton userId={user.id} due={due} />}
        leadDashboard={<LeadDashboardCard userId={user.id} audience="client" />}
        invoices={(counts, premium) => (
          <div className="grid gap-5">
            <InvoicesTab userId={user.id} counts={counts} />
            {counts && counts.all > 0 && premium && (premium.is_premium || mayDecide) && (
              <StatementCard
                userId={user.id}
                isPremium={premium.is_premium}
                premiumAccounts={premium.premium_accounts}
              />
            )}
          </div>
        )}
        serviceRequest={serviceRequest}
        requests={<MyRequests userId={user.id} />}
      />
    </>
  );
}
