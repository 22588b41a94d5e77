import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { premiumPlan } from "../../../../domain/premium-plan.ts";
import { PAYMENT_TEXTS } from "../lib/payment-messages.ts";
import { BackToDashboard } from "./back-to-dashboard.tsx";
import { OutcomeCard } from "./outcome-card.tsx";
import { SignInHint } from "./sign-in-hint.tsx";
import { useRestartSubscription } from "./use-restart-subscription.ts";

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
