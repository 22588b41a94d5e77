import { useEffect, useState } from "react";
import { Link as RouterLink, useSearchParams } from "react-router";
import { callFunction } from "~/shared/call-function.ts";
import { queryClient } from "~/shared/query-client.ts";
import * as z from "~/shared/schema.ts";
import { isWrongRequest, ServiceError } from "~/shared/service-error.ts";
import { Button } from "~/ui/button.tsx";
import { PAYMENT_TEXTS } from "../lib/payment-page.ts";
import {
  BackToInvoices,
  OutcomeCard,
  SignedOutHint,
  SignInButton,
  SupportLine,
  useIsSignedOut,
} from "./outcome-card.tsx";
import { type PaymentReceipt, paidText, paymentReceipt } from "./paid-text.ts";
import { Receipt } from "./receipt.tsx";

/** /payment-success (spec §2): 'Verifying Payment...', then the provider's result. */
export function PaymentSuccessScreen() {
  const [search] = useSearchParams();
  const invoiceId = search.get("invoice_id");
  const invoices = Math.min(Math.max(Math.trunc(Number(search.get("invoices"))) || 1, 1), 50);
  const { result, retry } = useVerifiedPayment(search.get("session_id"), invoiceId);
  const isSignedOut = useIsSignedOut();
  if (result.state === "loading")
    return (
      <OutcomeCard
        variant="working"
        title={PAYMENT_TEXTS.verifying}
        text="This takes a moment. You won't be charged again."
      />
    );
  if (result.state === "success")
    return (
      <OutcomeCard
        variant="good"
        title="Payment Successful"
        text={paidText(result.receipt, invoices)}
        actions={
          <>
            <BackToInvoices primary />
            {invoices === 1 && (
              <Button variant="ghost" size="lg" asChild>
                <RouterLink to={`/invoices/${invoiceId}`}>View invoice</RouterLink>
              </Button>
            )}
          </>
        }
      >
        {result.receipt && <Receipt receipt={result.receipt} />}
      </OutcomeCard>
    );
  const asksToSignIn = isSignedOut || result.reason === "no-session";
  return (
    <OutcomeCard
      variant="bad"
      title={PAYMENT_TEXTS.failedTitle}
      text={PAYMENT_TEXTS.failed}
      actions={
        <>
          {asksToSignIn && <SignInButton />}
          {CHECK_AGAIN[result.reason] && (
            <Button variant={asksToSignIn ? "default" : "primary"} size="lg" onClick={retry}>
              Try Again
            </Button>
          )}
          <BackToInvoices primary={!asksToSignIn && !CHECK_AGAIN[result.reason]} />
        </>
      }
    >
      {asksToSignIn && <SignedOutHint>Sign in, and we'll check the payment again.</SignedOutHint>}
      {CHECK_AGAIN[result.reason] && (
        <p className="rounded-ctl bg-mute-bg px-3.5 py-2.5 text-13 text-ink-2">{CHECK_AGAIN[result.reason]}</p>
      )}
      <SupportLine />
    </OutcomeCard>
  );
}

/** Spec §4 Payment verification: loading, then success or failed. `failed` includes the reason if known. */
type Verification =
  | { state: "loading" }
  /** The receipt is missing if the provider didn't say what was paid. */
  | { state: "success"; receipt: PaymentReceipt | undefined }
  | { state: "failed"; reason: FailureReason };

type FailureReason = "refused" | "no-session" | "unreachable" | "unavailable";

/** What to do when no one knows yet whether the payment arrived. */
const CHECK_AGAIN: Partial<Record<FailureReason, string>> = {
  unreachable: "We can't reach the server. If you paid, your payment is safe. Check your connection and try again.",
  unavailable: "We can't check your payment right now. If you paid, your payment is safe. Try again in a moment.",
};

const answer = z.object({ success: z.boolean(), ...z.partial(paymentReceipt).shape });

/** Checks whether a payment arrived (spec §7: verify-payment), and then invalidates all cached queries. */
function useVerifiedPayment(sessionId: string | null, invoiceId: string | null) {
  const [result, setResult] = useState<Verification>({ state: "loading" });
  const [attempt, setAttempt] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    let left = false;
    setResult({ state: "loading" });
    void verify(sessionId, invoiceId).then((found) => {
      if (!left) setResult(found);
    });
    return () => {
      left = true;
    };
  }, [sessionId, invoiceId, attempt]);
  return { result, retry: () => setAttempt((last) => last + 1) };
}

async function verify(sessionId: string | null, invoiceId: string | null): Promise<Verification> {
  if (!sessionId || !invoiceId) return { state: "failed", reason: "refused" };
  try {
    const { success, ...paid } = z.parse(answer, await callFunction("verify-payment", { sessionId, invoiceId }));
    void queryClient.invalidateQueries();
    if (!success) return { state: "failed", reason: "refused" };
    const receipt = z.safeParse(paymentReceipt, paid);
    return { state: "success", receipt: receipt.success ? receipt.data : undefined };
  } catch (error) {
    return { state: "failed", reason: reasonOf(error) };
  }
}

function reasonOf(error: unknown): FailureReason {
  if (error instanceof ServiceError && error.kind === "session-ended") return "no-session";
  if (isWrongRequest(error)) return "refused";
  return error instanceof ServiceError && error.kind === "offline" ? "unreachable" : "unavailable";
}
