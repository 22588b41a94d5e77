import { Link as RouterLink, useSearchParams } from "react-router";
import { Button } from "~/ui/button.tsx";
import { PAYMENT_TEXTS } from "../lib/payment-page.ts";
import { BackToInvoices, OutcomeCard } from "./outcome-card.tsx";

/** /payment-canceled (spec §2): says that nothing was charged, with the way back. */
export function PaymentCanceledScreen() {
  const [search] = useSearchParams();
  const invoiceId = search.get("invoice_id");
  return (
    <OutcomeCard
      variant="plain"
      title="Payment Canceled"
      text={`${PAYMENT_TEXTS.canceled}. ${invoiceId ? "The invoice stays open, and you can pay it" : "Your invoices stay open, and you can pay them"} whenever you like.`}
      actions={
        <>
          <BackToInvoices primary />
          {invoiceId && (
            <Button variant="ghost" size="lg" asChild>
              <RouterLink to={`/invoices/${encodeURIComponent(invoiceId)}`}>View invoice</RouterLink>
            </Button>
          )}
        </>
      }
    />
  );
}
