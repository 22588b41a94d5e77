import { useEffect, useState } from "react";
import { callFunction } from "~/shared/call-function.ts";
import * as z from "~/shared/schema.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { useAction } from "~/shared/use-action.ts";

/** Spec §2 and §8 give these texts to the letter. */
export const PAYMENT_TEXTS = {
  verifying: "Verifying Payment...",
  failedTitle: "Payment Verification Failed",
  failed: "We couldn't verify your payment. Please contact support if you believe this is an error.",
  canceled: "No charges have been made",
  welcome: "Welcome to Premium!",
  restartFailed: "Failed to restart subscription process. Please try again.",
} as const;

/** Why a person can't subscribe. Trying again doesn't help. */
export const PLAN_REFUSALS = ["plan_exists", "plan_checkout_replaced", "plan_not_yours", "not_a_client"];

/** The text for a payment page that could not be opened. */
export function paymentProblem(error: unknown): string {
  if (!(error instanceof ServiceError)) return "The payment page couldn't be opened. Please try again.";
  if (error.code === "already_paid") return "This is already paid. You owe nothing more.";
  if (error.code === "not_payable" || error.code === "not_found")
    return "This can no longer be paid. Reload the page to see what changed.";
  if (error.code === "plan_exists") return "Your account already has Premium. Reload the page to see it.";
  if (error.code === "plan_checkout_replaced")
    return "A colleague opened the payment page just now. Ask them, or try again.";
  if (error.code === "plan_not_yours")
    return "Only an owner or a billing contact of the account can start Premium. Ask one of them.";
  if (error.code === "plan_not_managed")
    return "You can no longer manage this plan. Reload the page to see who pays for it.";
  if (error.code === "not_a_client") return "Premium is for clients. Contact us about your account type.";
  if (error.code === "payments_not_configured") return "Online payments aren't set up yet. Please contact us to pay.";
  if (error.kind === "session-ended") return error.message;
  if (error.kind === "offline") return "We can't reach the server. Nothing was charged. Please try again.";
  return "The payment page couldn't be opened. Nothing was charged. Please try again.";
}

const answer = z.object({ url: z.url({ protocol: /^https?$/ }) });

/** Calls an edge function that creates a page at the payment provider, and returns the page's URL. Throws ServiceError. */
export async function createProviderUrl(name: string, body: Record<string, unknown> = {}): Promise<string> {
  return z.parse(answer, await callFunction(name, body)).url;
}

/**
 * Opens a page of the payment provider in this tab. It is busy from the click until the browser leaves. It is idle again when the
 * user returns to a page from the browser's back/forward cache.
 */
export function useExternalRedirect(loadUrl: () => Promise<string>, onFailure?: () => void) {
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(false);
    addEventListener("pageshow", onPageShow);
    return () => removeEventListener("pageshow", onPageShow);
  }, []);
  const redirect = useAction({
    action: loadUrl,
    errorMessage: "The payment page couldn't be opened",
    explain: paymentProblem,
    handleError: () => {
      onFailure?.();
      return false;
    },
    onSuccess: (url) => {
      setLeaving(true);
      location.assign(url);
    },
  });
  return { busy: redirect.busy || leaving, leave: redirect.run };
}
