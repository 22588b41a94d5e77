import { useQuery } from "@tanstack/react-query";
import { MessagesSquare } from "lucide-react";
import type { ReactNode } from "react";
import { AskAboutMoney } from "~/shared/ask-owner.tsx";
import { LoadError } from "~/shared/load-error.tsx";
import { usePortalAccounts } from "~/shared/portal-accounts.tsx";
import { portalRightsQuery } from "~/shared/portal-rights.ts";
import { useAgencyContact } from "~/shared/use-agency-contact.ts";
import { useProfile } from "~/shared/use-profile.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { PageHeader } from "~/ui/page-header.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { Tabs, TabsContent, TabsCount, TabsList, TabsTrigger } from "~/ui/tabs.tsx";
import { CardsSkeleton } from "../shell/page-skeleton.tsx";
import { AccountSummary } from "./account-summary.tsx";
import { type ClientFigures, clientFiguresQuery, type Due } from "./api.ts";
import { ClientStats } from "./client-stats.tsx";
import { NoAccount } from "./no-account.tsx";
import { RetainersTab } from "./retainers-tab.tsx";
import { isOwnOpen, SetupChecklist } from "./setup-checklist.tsx";
import { UpcomingHint } from "./upcoming-charges.tsx";
import { useAccountMoney } from "./use-account-money.ts";

export type ClientTab = "dashboard" | "invoices" | "retainers" | "communication";
/** Whether the client has Premium anywhere, and which of the accounts whose money they see have it. */
type Premium = Pick<ClientFigures, "is_premium" | "premium_accounts">;
type Counts = { all: number; open: number; paid: number; refunded: number };

type Props = {
  user: { id: string; email?: string | undefined };
  tab: ClientTab;
  onTabChange: (tab: ClientTab) => void;
  /** The client's plan. */
  plan: ReactNode;
  /** The button that pays all open invoices of one currency. */
  payAll: (due: Due) => ReactNode;
  leadDashboard: ReactNode;
  /** The client's invoices, with the count for each filter, and who has Premium. */
  invoices: (counts: Counts | undefined, premium: Premium | undefined) => ReactNode;
  serviceRequest: ReactNode;
  /** The client's requests and their answers. */
  requests: ReactNode;
};

/**
 * Spec §2 Client dashboard screen: the figures and the four tabs. The money that needs the client is one card on top, and the
 * figures are below the tabs, so that the leads come first. The route passes the content of other areas.
 */
export function ClientDashboardScreen(props: Props) {
  const { user, tab, onTabChange } = props;
  const userId = user.id;
  const figures = useQuery(clientFiguresQuery(userId));
  const money = useAccountMoney(user);
  const rightsQuery = useQuery(portalRightsQuery(userId));
  const rights = rightsQuery.data;
  // The lists show one account then. The figures and charges are those of all.
  const isFiltered = usePortalAccounts(userId).chosen !== undefined;
  const overdue = figures.data?.by_status.overdue ?? 0;
  // A member sees no money but what names them.
  const hidesMoney = rights?.sees_money === false && (figures.isPending || isNew(figures.data));
  const profile = useProfile(userId).data;
  const hasNothing = isNew(figures.data);
  const begun = money.balance?.setup;
  const account = begun ? rights?.accounts.find(({ id }) => id === begun.account_id) : undefined;
  const setup = begun && (hasNothing || isOwnOpen(begun, rights?.accounts ?? [])) ? begun : undefined;
  const own = {
    accountName: account && rights && rights.accounts.length > 1 ? account.name : null,
    hasName: Boolean(profile?.first_name?.trim()),
    hasCompany: rights?.is_billed ? Boolean(profile?.company?.trim()) : null,
    hasColleagues: account !== undefined && rights?.work.includes(account.id) === true,
    teamPath: account?.role === "owner" ? `/workspace/${account.slug}/team` : null,
    seesWork: account?.role !== "billing",
  };
  const askAboutMoney = <AskAboutMoney what="invoices and retainers" owners={rights?.owners ?? []} />;
  // Until the rights are known, nothing is shown that the user may not have, and nothing that asks for them again.
  if (rightsQuery.isError && !rights)
    return (
      <LoadError
        text="Failed to load your account"
        error={rightsQuery.error}
        onRetry={() => void rightsQuery.refetch()}
      />
    );
  if (!rights) return <CardsSkeleton />;
  if (rights.accounts.length === 0 && !figures.isError && (figures.isPending || isNew(figures.data)))
    return (
      <>
        <NoAccount />
        {props.requests}
        {props.plan}
      </>
    );
  // What names them stays in the tabs, and nothing else comes there.
  const isFormer = rights.accounts.length === 0;
  return (
    <>
      {!hidesMoney && !(setup && hasNothing) && <AccountSummary {...money} payAll={props.payAll} />}
      {!hidesMoney && setup && <SetupChecklist setup={setup} own={own} />}
      <Tabs value={tab} onValueChange={(value) => onTabChange(value as ClientTab)}>
        <TabsList aria-label="Your account" className="phone:gap-0 phone:[&>[role=tab]]:text-13">
          <TabsTrigger value="dashboard">Lead Dashboard</TabsTrigger>
          {/* A link to a tab that a member doesn't have says whom to ask. */}
          {(!hidesMoney || tab === "invoices") && (
            <TabsTrigger value="invoices">Invoices {overdue > 0 && <OverdueCount count={overdue} />}</TabsTrigger>
          )}
          {(!hidesMoney || tab === "retainers") && (
            <TabsTrigger value="retainers">
              Retainers{" "}
              {Boolean(figures.data?.active_retainers) && (
                <TabsCount className="phone:hidden">
                  <span>
                    {figures.data?.active_retainers}
                    <span className="sr-only"> active</span>
                  </span>
                </TabsCount>
              )}
            </TabsTrigger>
          )}
          <TabsTrigger value="communication">Communication</TabsTrigger>
        </TabsList>
        <TabsContent value="dashboard" className="pt-5">
          {isFormer ? <NoAccount /> : props.leadDashboard}
        </TabsContent>
        <TabsContent value="invoices" className="pt-5">
          {hidesMoney ? (
            askAboutMoney
          ) : (
            <>
              {props.invoices(figures.data && countsOf(figures.data), figures.data)}
              <UpcomingHint
                charges={money.charges ?? []}
                isFiltered={isFiltered}
                onShow={() => onTabChange("retainers")}
              />
            </>
          )}
        </TabsContent>
        <TabsContent value="retainers" className="pt-5">
          {hidesMoney ? (
            askAboutMoney
          ) : (
            <RetainersTab
              userId={userId}
              isFormer={isFormer}
              charges={money.retainerCharges}
              planned={money.charges ?? []}
            />
          )}
        </TabsContent>
        <TabsContent value="communication" className="pt-5">
          <div className="grid gap-5">
            {props.requests}
            <CommunicationTab serviceRequest={props.serviceRequest} />
          </div>
        </TabsContent>
      </Tabs>
      {!(setup && hasNothing) && !hidesMoney && (
        <ClientStats figures={figures.data} isError={figures.isError} isFiltered={isFiltered} />
      )}
      {rights?.sees_money !== false && props.plan}
    </>
  );
}

/** Nothing was billed or agreed yet, so figures would all be zero. */
function isNew(figures: ClientFigures | undefined): boolean {
  return figures?.invoices === 0 && figures.active_retainers === 0;
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
    refunded: (by_status.refunded ?? 0) + (by_status["partly refunded"] ?? 0),
  };
}

type ClientGreetingProps = { user: { id: string; email?: string | undefined }; actions: ReactNode };

/** A greeting such as 'Good morning, Priscilla', by the reader's local time; without a name, only that. */
export function ClientGreeting({ user, actions }: ClientGreetingProps) {
  const profile = useProfile(user.id);
  const title = profile.isPending ? (
    <>
      <span className="sr-only">Your portal</span>
      <Skeleton className="my-1.5 h-4 w-56" />
    </>
  ) : (
    [greeting(new Date().getHours()), profile.data?.first_name?.trim()].filter(Boolean).join(", ")
  );
  const { data: rights, isPending } = useQuery(portalRightsQuery(user.id));
  const { sees_money = true, sees_work = true } = rights ?? {};
  const figures = useQuery(clientFiguresQuery(user.id)).data;
  if (rights?.accounts.length === 0) return <PageHeader title={title} actions={actions} />;
  // A member whom invoices or retainers name sees these.
  const hasMoney = sees_money || (figures !== undefined && !isNew(figures));
  const parts = hasMoney ? `${sees_work ? "leads, " : ""}invoices and retainers` : "leads and requests";
  // The line keeps its height while the rights load.
  return <PageHeader title={title} description={isPending ? "\u00a0" : `Your ${parts}`} actions={actions} />;
}

function greeting(hour: number): string {
  if (hour >= 5 && hour < 12) return "Good morning";
  return hour >= 12 && hour < 18 ? "Good afternoon" : "Good evening";
}

/** Spec §2: a coming-soon placeholder, with a way to reach the team now. */
function CommunicationTab({ serviceRequest }: { serviceRequest: ReactNode }) {
  const { data: agency } = useAgencyContact();
  return (
    <Card>
      <EmptyState
        icon={<MessagesSquare />}
        title="Coming soon"
        text="Messages with your account manager, files and decisions in one place."
        className="pb-6"
      />
      <div className="grid justify-items-center gap-3 border-line-soft border-t px-4 py-6 text-center text-13">
        <p className="max-w-[46ch] text-balance text-ink-2">
          Until then, request a change{agency ? ` or email ${agency.email}` : ""}. We reply within 24 hours.
        </p>
        <div className="flex flex-wrap justify-center gap-2 phone:w-full phone:[&>:not(.sr-only)]:w-full">
          {serviceRequest}
          {agency && (
            <Button variant="ghost" asChild>
              <a href={`mailto:${agency.email}`}>Send an email</a>
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}
