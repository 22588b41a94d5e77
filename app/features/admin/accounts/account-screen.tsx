import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Building2 } from "lucide-react";
import type { ReactNode } from "react";
import { Link as RouterLink } from "react-router";
import { BrandCard } from "~/shared/brand/brand-card.tsx";
import { ClientLink } from "~/shared/client-link.tsx";
import { tabTitle } from "~/shared/page-meta.ts";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { useBillingRegion } from "~/shared/use-agency-contact.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Link } from "~/ui/link.tsx";
import { Stat, StatGroup } from "~/ui/stat-group.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { accountPlanText } from "../client-record/plan-text.ts";
import { RecordSkeleton } from "../lib/record-skeleton.tsx";
import { AccountActivity } from "./account-activity.tsx";
import { AttentionCard } from "./account-attention.tsx";
import { DashboardCard } from "./account-dashboard.tsx";
import { FactsCard } from "./account-facts.tsx";
import { AccountHeader } from "./account-header.tsx";
import { MoneyCard } from "./account-money.tsx";
import { PagesCard } from "./account-pages.tsx";
import { PeopleCard } from "./account-people-card.tsx";
import { PreparedCard } from "./account-prepared.tsx";
import { type AccountRecord, accountQuery } from "./api.ts";
import { RestoreButton } from "./archive-account.tsx";
import { BillingStep } from "./billing-step.tsx";
import { AccountHealth, healthText } from "./health-chip.tsx";

/** /admin/accounts/:accountId: one client's account, with its people, pages and figures. */
export function AccountScreen({ accountId }: { accountId: string }) {
  const query = useQuery(accountQuery(accountId));
  return (
    <QueryBoundary
      query={query}
      errorMessage="The account couldn't be loaded"
      skeleton={<RecordSkeleton label="Loading the account" />}
    >
      {(account) => (account ? <Page account={account} /> : <NotFound />)}
    </QueryBoundary>
  );
}

function Page({ account }: { account: AccountRecord }) {
  return (
    <>
      <title>{tabTitle(account.name)}</title>
      <BackToAccounts />
      <AccountHeader account={account} />
      {account.archived_at ? (
        <Banner tone="warn" title="This account is archived" action={<RestoreButton account={account} />}>
          Its workspace is closed and this record is read-only until you restore it. We keep its leads, pages and
          invoices.
        </Banner>
      ) : (
        <BillingStep account={account} />
      )}
      <Figures account={account} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid min-w-0 gap-5">
          <AttentionCard account={account} />
          <PeopleCard account={account} />
          <Cards account={account} label="Money, pages and activity of an archived account">
            <MoneyCard account={account} />
            <PagesCard account={account} />
            <AccountActivity accountId={account.id} />
          </Cards>
        </div>
        <Cards account={account} label="Record of an archived account">
          <FactsCard account={account} />
          <PreparedCard account={account} />
          <DashboardCard account={account} />
          <BrandCard level={3} account={account} isOwn={false} folded invalidates={[queryKeys.accounts()]} />
        </Cards>
      </div>
    </>
  );
}

/** An archived account is read only: every button is off, and the banner says why. */
const Cards = ({ account, label, children }: { account: AccountRecord; label: string; children: ReactNode }) => (
  <fieldset
    disabled={account.archived_at !== null}
    aria-label={account.archived_at ? label : undefined}
    className="grid min-w-0 gap-5"
  >
    {children}
  </fieldset>
);

function BackToAccounts() {
  return (
    <Link
      asChild
      className="-mb-2 inline-flex items-center gap-1.5 justify-self-start text-13 text-ink-2 no-underline phone:min-h-11"
    >
      <RouterLink to="/admin/accounts">
        <ArrowLeft aria-hidden="true" className="size-3.5" />
        All accounts
      </RouterLink>
    </Link>
  );
}

function Figures({
  account: { leads, unanswered, people, pages, plan, health, last_activity_at },
}: {
  account: AccountRecord;
}) {
  const owners = people.members.filter(({ role }) => role === "owner").length;
  const published = pages.filter(({ status }) => status === "published").length;
  return (
    <StatGroup>
      <Stat
        label="Health"
        value={<AccountHealth health={health} />}
        note={
          health === "quiet" && last_activity_at ? (
            <>
              Last activity <TimeAgo at={last_activity_at} />
            </>
          ) : (
            healthText(health)
          )
        }
      />
      <Stat
        label="Leads"
        value={formatCount(leads)}
        note={
          unanswered > 0 ? (
            <span className="font-medium text-warn-fg">{formatCount(unanswered)} waiting for a reply</span>
          ) : (
            "None waiting for a reply"
          )
        }
      />
      <Stat
        label="People"
        value={people.members.length}
        note={owners === 0 ? "No owner" : owners === 1 ? "1 owner" : `${owners} owners`}
      />
      <Stat
        label="Pages"
        value={pages.length === MAX_PAGES ? `${MAX_PAGES}+` : pages.length}
        note={published > 0 ? `${published} published` : "None published"}
      />
      <Stat
        label="Plan"
        value={plan ? "Premium" : "Free"}
        note={plan ? <PlanNote plan={plan} /> : "Leads are read-only"}
      />
    </StatGroup>
  );
}

/** What the plan is, and whose. */
function PlanNote({ plan }: { plan: NonNullable<AccountRecord["plan"]> }) {
  const region = useBillingRegion();
  return (
    <>
      {accountPlanText(plan, Date.now(), region)} ·{" "}
      <ClientLink id={plan.payer_id} className="text-inherit underline">
        {plan.payer}
      </ClientLink>
    </>
  );
}

/** The record has no more. */
const MAX_PAGES = 50;

function NotFound() {
  return (
    <Card>
      <EmptyState
        icon={<Building2 />}
        title="Account not found"
        text="The address may be incomplete, or the account was deleted."
      >
        <Button asChild>
          <RouterLink to="/admin/accounts">View all accounts</RouterLink>
        </Button>
      </EmptyState>
    </Card>
  );
}
