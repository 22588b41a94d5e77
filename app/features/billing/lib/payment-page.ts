import { useEffect, useState } from "react";
import { callFunction } from "~/shared/call-function.ts";
import * as z from "~/shared/schema.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { useSingleFlight } from "~/shared/use-single-flight.ts";

/** Spec §2 and §8, to the letter. */
export const PAYMENT_TEXTS = {
  verifying: "Verifying Payment...",
  failedTitle: "Payment Verification Failed",
  failed: "We couldn't verify your payment. Please contact support if you believe this is an error.",
  canceled: "No charges have been made",
  welcome: "Welcome to Premium!",
  restartFailed: "Failed to restart subscription process. Please try again.",
} as const;

/** What a person reads when a payment page could not be opened: what happened and what to do. */
export function paymentProblem(error: unknown): string {
  if (!(error instanceof ServiceError)) return "The payment page could not be opened. Please try again.";
  if (error.code === "already_paid") return "This invoice is paid already. Nothing more is owed.";
  if (error.code === "not_payable" || error.code === "not_found") return "This invoice cannot be paid any more.";
  if (error.code === "subscribed") return "You have the premium plan already.";
  if (error.code === "not_a_client") return "The premium plan is for clients. Contact us about your account type.";
  if (error.code === "payments_not_configured") return "Payments are not configured yet. Please contact us to pay.";
  if (error.kind === "session-ended") return error.message;
  if (error.kind === "offline") return "We can't reach the server. Nothing was charged. Please try again.";
  return "The payment page could not be opened. Nothing was charged. Please try again.";
}

const answer = z.object({ url: z.url({ protocol: /^https?$/ }) });

/**
 * Asks one of our functions for a page of the payment provider and answers its address. Throws ServiceError, also when the
 * answer is no such address.
 */
export async function createProviderUrl(name: string, body: Record<string, unknown> = {}): Promise<string> {
  return z.parse(answer, await callFunction(name, body)).url;
}

/**
 * Leads this tab to an address that must be asked for first. Busy from the first click until the page is left: two clicks
 * are one. Whoever comes back to the page as the browser kept it finds it idle again.
 */
export function useExternalRedirect(loadUrl: () => Promise<string>, onFailure: (error: unknown) => void) {
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && setBusy(false);
    addEventListener("pageshow", onPageShow);
    return () => removeEventListener("pageshow", onPageShow);
  }, []);
  const leave = useSingleFlight(async () => {
    if (busy) return;
    setBusy(true);
    try {
      location.assign(await loadUrl());
    } catch (error) {
      setBusy(false);
      onFailure(error);
    }
  });
  return { busy, leave };
}
