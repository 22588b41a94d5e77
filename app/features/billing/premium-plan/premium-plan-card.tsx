import { Sparkles } from "lucide-react";
import type { ReactNode } from "react";
import type { StoredSubscription } from "~/shared/load-subscription.ts";
import { useAgencyContact } from "~/shared/use-agency-contact.ts";
import { useSubscription } from "~/shared/use-subscription.ts";
import { useViewAs } from "~/shared/view-as.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { formatDay } from "../../../../domain/format-date.ts";
import type { Region } from "../../../../domain/format-locale.ts";
import { formatMoney } from "../../../../domain/money.ts";
import { isComingNext, premiumPlan } from "../../../../domain/premium-plan.ts";
import { isInTrial } from "../../../../domain/subscription.ts";
import { createProviderUrl, useExternalRedirect } from "../lib/payment-page.ts";

type Person = { id: string; email?: string | undefined; created_at?: string | undefined };

/** The user's plan: which one, since when and until when, with a button to manage or start Premium. */
export function PremiumPlanCard({ user }: { user: Person }) {
  const { data: plan } = useSubscription(user);
  const agency = useAgencyContact();
  if (!plan || agency.isPending) return <Waiting />;
  const region = { timeZone: agency.data?.time_zone };
  if (plan.subscribed)
    return (
      <Row
        title="Your plan: Premium"
        note={plan.isOverride ? undefined : "Card, receipts and cancellation are under Manage plan."}
        text={`${sinceText(plan.since, region)}${planTerms(plan, new Date(), region)}`}
      >
        {!plan.isOverride && <ProviderButton name="customer-portal">Manage plan</ProviderButton>}
      </Row>
    );
  if (plan.hadPlan)
    return (
      <Row
        title="Your plan: Free"
        text={`${sinceText(plan.since, region)}Premium is ${monthly()} a month, and you can cancel any time.`}
        features
      >
        <ProviderButton name="create-subscription">Subscribe again</ProviderButton>
      </Row>
    );
  return (
    <Row
      title="Your plan: Free"
      text={`${sinceText(user.created_at ?? null, region)}Premium starts with a ${premiumPlan.trialDays}-day free trial. It's ${monthly()} a month after that, and you can cancel any time.`}
      features
    >
      <ProviderButton name="create-subscription">Start free trial</ProviderButton>
    </Row>
  );
}

function ProviderButton({ name, children }: { name: string; children: ReactNode }) {
  const { busy, leave } = useExternalRedirect(() => createProviderUrl(name));
  const viewedAs = useViewAs();
  return (
    <Button loading={busy} disabled={viewedAs !== null} onClick={() => void leave()} className="phone:w-full">
      <span>{children}</span>
    </Button>
  );
}

type RowProps = { title: string; text: string; note?: string | undefined; features?: boolean; children: ReactNode };

function Row({ title, text, note = "", features = false, children }: RowProps) {
  return (
    <Card role="region" aria-label="Premium plan" className={ROW}>
      <Sparkles aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <h2 className="font-semibold text-sm">{title}</h2>
        <p className="mt-0.5 text-13 text-ink-2">{text}</p>
        {note && <p className="mt-1 text-ink-3 text-xs">{note}</p>}
        {features && <Features />}
      </div>
      {children}
    </Card>
  );
}

/** What the plan has, and what it gets next. */
function Features() {
  const ready = premiumPlan.features.filter((feature) => !isComingNext(feature));
  return (
    <p className="mt-1 text-ink-3 text-xs">
      {ready.join(" · ")} · Coming soon: {premiumPlan.comingNext.join(", ")}
    </p>
  );
}

const ROW = "flex items-start gap-3 px-4 py-3.5 md:items-center phone:flex-wrap";

function Waiting() {
  return (
    <Card role="status" aria-label="Loading your plan" className={ROW}>
      <Skeleton className="size-4" />
      <div className="grid min-h-10 flex-1 content-center gap-2.5">
        <Skeleton className="w-40" />
        <Skeleton className="w-72 max-w-full" />
      </div>
      <Skeleton className="h-8 w-28 phone:hidden" />
    </Card>
  );
}

/** 'Since Nov 22, 2026. ', or nothing if that is unknown. */
function sinceText(since: string | null, region: Region): string {
  return since ? `Since ${formatDay(since, region)}. ` : "";
}

/** A plan's price and term: 'Free until 28 Nov 2026, then $49.00 a month.' */
function planTerms(plan: StoredSubscription, now: Date, region: Region): string {
  const { isOverride, ending, end } = plan;
  if (isOverride)
    return end
      ? `A gift from us until ${formatDay(end, region)}. You pay nothing.`
      : "A gift from us. You pay nothing.";
  if (ending)
    return end
      ? `Canceled. Premium stays active until ${formatDay(end, region)}, then you pay nothing more.`
      : "Canceled.";
  if (isInTrial(plan, now) && plan.trialEnd)
    return `Free trial until ${formatDay(plan.trialEnd, region)}, then ${monthly()} a month.`;
  return end ? `${monthly()} a month, renews on ${formatDay(end, region)}.` : `${monthly()} a month.`;
}

/** The monthly price, such as '$49.00'. */
function monthly(): string {
  return formatMoney(premiumPlan.monthly);
}
