import { useState } from "react";
import { ServiceError } from "~/shared/service-error.ts";
import { useSingleFlight } from "~/shared/use-single-flight.ts";
import { createProviderUrl } from "../lib/create-provider-url.ts";
import { PAYMENT_TEXTS, paymentProblem } from "../lib/payment-messages.ts";

type Restart = { state: "idle" | "opening" | "opened" } | { state: "failed"; text: string; signedOut: boolean };

/**
 * Spec §2 Try Again: a subscription in a new tab. The tab opens in the click itself, because a browser blocks one that comes
 * later; where it is blocked anyway, this tab goes there. A tab for nothing is closed again.
 */
export function useRestartSubscription() {
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
