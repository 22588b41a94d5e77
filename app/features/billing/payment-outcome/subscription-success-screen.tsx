import { Check, Clock } from "lucide-react";
import { useEffect, useState } from "react";
import { Link as RouterLink } from "react-router";
import { rpc } from "~/shared/api.ts";
import { callFunction, NO_SESSION_TEXT } from "~/shared/call-function.ts";
import { accountPlans } from "~/shared/load-subscription.ts";
import { queryClient } from "~/shared/query-client.ts";
import * as z from "~/shared/schema.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { agencyContactQuery } from "~/shared/use-agency-contact.ts";
import { Button } from "~/ui/button.tsx";
import { formatDay } from "../../../../domain/format-date.ts";
import { formatNames } from "../../../../domain/format-list.ts";
import { formatMoney } from "../../../../domain/money.ts";
import { isComingNext, premiumPlan } from "../../../../domain/premium-plan.ts";
import { PAYMENT_TEXTS } from "../lib/payment-page.ts";
import { BackToDashboard, OutcomeCard, SignedOutHint, SignInButton, SupportLine } from "./outcome-card.tsx";

const UNCONFIRMED: Record<Exclude<Confirmation["state"], "loading" | "confirmed">, { title: string; text: string }> = {
  "not-yet": {
    title: "Your plan isn't confirmed yet",
    text: "The payment provider hasn't confirmed it yet. This can take a minute. Checking again doesn't charge you twice.",
  },
  "no-session": { title: "We couldn't check your plan", text: `${NO_SESSION_TEXT}.` },
  unreachable: {
    title: "We couldn't check your plan",
    text: "We can't reach the server. Your plan isn't affected. Check your connection and try again.",
  },
  unavailable: {
    title: "We couldn't check your plan",
    text: "We can't check it right now. Your plan isn't affected. Try again in a moment.",
  },
};

/**
 * /subscription-success (spec §2): a two-second wait, the check, then the welcome or the reason why the plan is not active yet.
 */
export function SubscriptionSuccessScreen() {
  const { result, retry } = useConfirmedPlan();
  if (result.state === "loading")
    return <OutcomeCard variant="working" title="Confirming your plan..." text="This takes a moment." />;
  if (result.state === "confirmed")
    return (
      <OutcomeCard
        variant="good"
        title={PAYMENT_TEXTS.welcome}
        text={`${planText(result)} A confirmation is on its way by email. Premium includes:`}
        actions={
          <Button variant="primary" size="lg" asChild>
            <RouterLink to="/dashboard">Get Started</RouterLink>
          </Button>
        }
      >
        <Features />
      </OutcomeCard>
    );
  const { title, text } = UNCONFIRMED[result.state];
  return (
    <OutcomeCard
      variant="bad"
      title={title}
      text={text}
      actions={
        <>
          {result.state === "no-session" ? (
            <SignInButton />
          ) : (
            <Button variant="primary" size="lg" onClick={retry}>
              Check again
            </Button>
          )}
          <BackToDashboard />
        </>
      }
    >
      {result.state === "no-session" && <SignedOutHint>Sign in to see your plan.</SignedOutHint>}
      <SupportLine />
    </OutcomeCard>
  );
}

function Features() {
  return (
    <ul className="grid gap-x-4 gap-y-2 border-line-soft border-y py-4 text-sm sm:grid-cols-2">
      {premiumPlan.features.map((feature) => (
        <li key={feature} className="flex items-center gap-2">
          {isComingNext(feature) ? (
            <Clock aria-hidden="true" size={16} className="shrink-0 text-ink-3" />
          ) : (
            <Check aria-hidden="true" size={16} className="shrink-0 text-ok-fg" />
          )}
          <span>
            <span>{feature}</span>
            {isComingNext(feature) && <span className="block text-ink-3 text-xs">Coming soon</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

type Confirmation = { state: "loading" | "not-yet" | "no-session" | "unreachable" | "unavailable" } | Confirmed;
/** The agency's days, which are null if the provider didn't say, and the accounts that the plan is for, if the person has several. */
type Confirmed = { state: "confirmed"; freeUntil: string | null; renews: string | null; accounts: string[] };

function planText({ freeUntil, renews, accounts }: Confirmed): string {
  const covers = accounts.length > 0 ? `Your plan covers ${formatNames(accounts)}. ` : "";
  const price = `${formatMoney(premiumPlan.monthly)} a month${accounts.length > 1 ? " in total" : ""}`;
  if (freeUntil) return `${covers}It's free until ${freeUntil}. Then it's ${price}, unless you cancel before then.`;
  const active = `${covers ? `${covers}It's` : "Your plan is"} active`;
  return renews ? `${active}: ${price}, and it renews on ${renews}.` : `${active}.`;
}

/** Spec §4, §9: the subscription is checked 2 seconds after payment. */
const CONFIRM_DELAY_MS = 2_000;
const answer = z.object({
  subscribed: z.boolean(),
  trial_end: z.optional(z.nullable(z.string())),
  subscription_end: z.optional(z.nullable(z.string())),
});

/** Waits, then checks the plan (spec §7: check-subscription). A retry checks at once. */
function useConfirmedPlan() {
  const [result, setResult] = useState<Confirmation>({ state: "loading" });
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    let left = false;
    setResult({ state: "loading" });
    const check = () =>
      void confirm().then((found) => {
        if (!left) setResult(found);
      });
    const timer = setTimeout(check, attempt === 1 ? CONFIRM_DELAY_MS : 0);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [attempt]);
  return { result, retry: () => setAttempt((last) => last + 1) };
}

async function confirm(): Promise<Confirmation> {
  try {
    const plan = z.parse(answer, await callFunction("check-subscription"));
    const agency = await queryClient.fetchQuery(agencyContactQuery).catch(() => null);
    const held = await rpc("account_plans", {}, accountPlans).catch(() => []);
    const own = held.filter(({ premium }) => premium?.is_own && !premium.is_gift);
    void queryClient.invalidateQueries();
    if (!plan.subscribed) return { state: "not-yet" };
    const day = (time: string | null | undefined) => (time ? formatDay(time, { timeZone: agency?.time_zone }) : null);
    const isFree = Date.parse(plan.trial_end ?? "") > Date.now();
    return {
      state: "confirmed",
      freeUntil: isFree ? day(plan.trial_end) : null,
      renews: day(plan.subscription_end),
      accounts: held.length > 1 ? own.map(({ name }) => name) : [],
    };
  } catch (error) {
    const kind = error instanceof ServiceError ? error.kind : "failed";
    return { state: kind === "session-ended" ? "no-session" : kind === "offline" ? "unreachable" : "unavailable" };
  }
}
