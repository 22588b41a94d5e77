import { Link as RouterLink, useSearchParams } from "react-router";
import { Button } from "~/ui/button.tsx";
import { PAYMENT_TEXTS } from "../lib/payment-messages.ts";
import { BackToInvoices } from "./back-to-invoices.tsx";
import { OutcomeCard } from "./outcome-card.tsx";
import { SignInHint } from "./sign-in-hint.tsx";
import { SupportLine } from "./support-line.tsx";
import { useVerifiedPayment } from "./use-verified-payment.ts";

/** /payment-success (spec §2): 'Verifying Payment...', then what the provider says about it. */
export function PaymentSuccessScreen() {
  const [search] = useSearchParams();
  const invoiceId = search.get("invoice_id");
  const { result, retry } = useVerifiedPayment(search.get("session_id"), invoiceId);
  if (result.state === "loading")
    return (
      <OutcomeCard
        variant="working"
        title={PAYMENT_TEXTS.verifying}
        text="This takes a moment. Nothing is charged again."
      />
    );
  if (result.state === "success")
    return (
      <OutcomeCard
        variant="good"
        title="Payment Successful"
        text="Thank you. The invoice is paid, and the receipt is on its way by e-mail."
        actions={
          <>
            <BackToInvoices primary />
            <Button variant="ghost" size="lg" asChild>
              <RouterLink to={`/invoices/${invoiceId}`}>See the invoice</RouterLink>
            </Button>
          </>
        }
      />
    );
  return (
    <OutcomeCard
      variant="bad"
      title={PAYMENT_TEXTS.failedTitle}
      text={PAYMENT_TEXTS.failed}
      actions={
        <>
          {result.reason === "unreachable" && (
            <Button variant="primary" size="lg" onClick={retry}>
              Try Again
            </Button>
          )}
          <BackToInvoices primary={result.reason !== "unreachable"} />
        </>
      }
    >
      {result.reason === "no-session" && <SignInHint what="and we check the payment again." />}
      {result.reason === "unreachable" && (
        <p className="rounded-ctl bg-mute-bg px-3.5 py-2.5 text-13 text-ink-2">
          We can't reach the server. If you paid, your payment is safe; check your connection and try again.
        </p>
      )}
      <SupportLine />
    </OutcomeCard>
  );
}
