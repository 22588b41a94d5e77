import { useEffect, useState } from "react";
import { rpc } from "~/shared/api.ts";
import { type AccountPlan, accountPlans } from "~/shared/load-subscription.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { useAction } from "~/shared/use-action.ts";
import { useSession } from "~/shared/use-session.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { formatMoney } from "../../../../domain/money.ts";
import { premiumPlan } from "../../../../domain/premium-plan.ts";
import { createProviderUrl, PAYMENT_TEXTS, PLAN_REFUSALS, paymentProblem } from "../lib/payment-page.ts";
import { BackToDashboard, OutcomeCard, SignedOutHint, SignInButton, useIsSignedOut } from "./outcome-card.tsx";

/** /subscription-canceled (spec §2): the free trial is still available with one click. */
export function SubscriptionCanceledScreen() {
  const { outcome, busy, run } = useRestartSubscription();
  const isSignedOut = useIsSignedOut();
  const isActive = outcome?.state === "active";
  return (
    <OutcomeCard
      variant="plain"
      title="Subscription Canceled"
      text={`${PAYMENT_TEXTS.canceled}. ${useOffer()}`}
      actions={
        <>
          {isSignedOut && <SignInButton />}
          {!isActive && (
            <Button variant={isSignedOut ? "default" : "primary"} size="lg" loading={busy} onClick={() => void run()}>
              <span>Try Again</span>
            </Button>
          )}
          <BackToDashboard primary={isActive} />
        </>
      }
    >
      <div aria-live="assertive" className="grid gap-3 empty:hidden">
        {outcome?.state === "failed" && <Banner tone="bad" title={outcome.text} />}
        {outcome?.state === "failed" && outcome.signedOut && <SignedOutHint>Sign in and try again.</SignedOutHint>}
        {isActive && <Banner tone="ok" title="Your account already has Premium. You'll find it on your dashboard." />}
        {outcome?.state === "opened" && <Banner title="The payment page is open in a new tab." />}
      </div>
    </OutcomeCard>
  );
}

/** What Try Again starts: for people with a free trial, and for those who aren't known, the trial. */
function useOffer(): string {
  const { user } = useSession();
  const userId = user?.id;
  /** Null until that is known of a person. */
  const [known, setHasTrial] = useState<boolean | null>(null);
  const hasTrial = known ?? !userId;
  useEffect(() => {
    if (!userId) return;
    let left = false;
    const show = (plans: AccountPlan[]) => {
      if (!left) setHasTrial(plans.every(({ checkout }) => checkout?.has_trial !== false));
    };
    // The payment page says it, too.
    rpc("account_plans", {}, accountPlans).then(show, () => undefined);
    return () => {
      left = true;
    };
  }, [userId]);
  return hasTrial
    ? `New to Premium? It starts with a ${premiumPlan.trialDays}-day free trial, and you can cancel any time before it ends.`
    : `Premium is ${formatMoney(premiumPlan.monthly)} a month, and you can cancel any time.`;
}

/** active: the trial began in another tab, or a colleague subscribed. */
type Outcome = { state: "opened" } | { state: "active" } | { state: "failed"; text: string; signedOut: boolean };

/**
 * Spec §2 Try Again: a subscription in a new tab. The tab opens with the click, because browsers block tabs that open later. If
 * it is blocked anyway, this tab opens the payment page. After a failure, the new tab closes.
 */
function useRestartSubscription() {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const restart = useAction({
    action: async () => {
      setOutcome(null);
      const tab = openTab();
      const url = await createProviderUrl("create-subscription").catch((error) => {
        tab?.close();
        throw error;
      });
      (tab ?? window).location.href = url;
    },
    errorMessage: PAYMENT_TEXTS.restartFailed,
    handleError: (error) => {
      const isActive = error instanceof ServiceError && error.code === "plan_exists";
      setOutcome(
        isActive ? { state: "active" } : { state: "failed", text: problemOf(error), signedOut: isSignedOut(error) },
      );
      return true;
    },
    onSuccess: () => setOutcome({ state: "opened" }),
  });
  return { ...restart, outcome };
}

/** The tab has our origin until its URL is set, so it can show a title. It must not reach this page through `opener`. */
function openTab(): Window | null {
  const tab = window.open("", "_blank");
  if (!tab) return null;
  tab.opener = null;
  tab.document.title = "Opening the payment page";
  return tab;
}

function problemOf(error: unknown): string {
  const known = error instanceof ServiceError && PLAN_REFUSALS.includes(error.code ?? "");
  return known ? paymentProblem(error) : PAYMENT_TEXTS.restartFailed;
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ServiceError && error.kind === "session-ended";
}
