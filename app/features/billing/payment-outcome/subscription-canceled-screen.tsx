import { useState } from "react";
import { ServiceError } from "~/shared/service-error.ts";
import { useSingleFlight } from "~/shared/use-single-flight.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { premiumPlan } from "../../../../domain/premium-plan.ts";
import { createProviderUrl, PAYMENT_TEXTS, paymentProblem } from "../lib/payment-page.ts";
import { BackToDashboard, OutcomeCard, SignInHint } from "./outcome-card.tsx";

/** /subscription-canceled (spec §2): the free trial is still there, one click away. */
export function SubscriptionCanceledScreen() {
  const { result, restart } = useRestartSubscription();
  return (
    <OutcomeCard
      variant="plain"
      title="Subscription Canceled"
      text={`${PAYMENT_TEXTS.canceled}. New to premium? It starts with a ${premiumPlan.trialDays}-day free trial, and you can cancel any time before it ends.`}
      actions={
        <>
          <Button variant="primary" size="lg" loading={result.state === "opening"} onClick={() => void restart()}>
            <span>Try Again</span>
          </Button>
          <BackToDashboard />
        </>
      }
    >
      <div aria-live="assertive" className="grid gap-3 empty:hidden">
        {result.state === "failed" && <Banner tone="bad" title={result.text} />}
        {result.state === "failed" && result.signedOut && <SignInHint what="and try again." />}
        {result.state === "opened" && <Banner title="The payment page is open in a new tab." />}
      </div>
    </OutcomeCard>
  );
}

type Restart = { state: "idle" | "opening" | "opened" } | { state: "failed"; text: string; signedOut: boolean };

/**
 * Spec §2 Try Again: a subscription in a new tab. The tab opens in the click itself, because a browser blocks one that comes
 * later; where it is blocked anyway, this tab goes there. A tab for nothing is closed again.
 */
function useRestartSubscription() {
  const [result, setResult] = useState<Restart>({ state: "idle" });
  const restart = useSingleFlight(async () => {
    const tab = openTab();
    setResult({ state: "opening" });
    try {
      const address = await createProviderUrl("create-subscription");
      (tab ?? window).location.href = address;
      setResult({ state: "opened" });
    } catch (error) {
      tab?.close();
      setResult({ state: "failed", text: problemOf(error), signedOut: isSignedOut(error) });
    }
  });
  return { result, restart };
}

/** Of our own origin until its address is set, so it can say what it waits for; it must not reach back into this page. */
function openTab(): Window | null {
  const tab = window.open("", "_blank");
  if (!tab) return null;
  tab.opener = null;
  tab.document.title = "Opening the payment page";
  return tab;
}

function problemOf(error: unknown): string {
  const known = error instanceof ServiceError && ["subscribed", "not_a_client"].includes(error.code ?? "");
  return known ? paymentProblem(error) : PAYMENT_TEXTS.restartFailed;
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ServiceError && error.kind === "session-ended";
}
