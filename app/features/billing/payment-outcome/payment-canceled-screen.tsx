import { useEffect, useState } from "react";
import { Link as RouterLink, useSearchParams } from "react-router";
import { runQuery } from "~/shared/api.ts";
import { isUuid } from "~/shared/is-uuid.ts";
import { Button } from "~/ui/button.tsx";
import { formatNames } from "../../../../domain/format-list.ts";
import { formatMoney } from "../../../../domain/money.ts";
import { PAYMENT_TEXTS } from "../lib/payment-page.ts";
import { BackToInvoices, OutcomeCard, SignInButton, useIsSignedOut } from "./outcome-card.tsx";

/** /payment-canceled (spec §2): says that nothing was charged, what is still open, and the way back. */
export function PaymentCanceledScreen() {
  const [search] = useSearchParams();
  const ids = (search.get("invoice_id") ?? "").split(",").filter(isUuid).slice(0, 50);
  const open = useOpenInvoices(ids);
  const [only] = ids.length === 1 ? ids : [];
  const isSignedOut = useIsSignedOut();
  return (
    <OutcomeCard
      variant="plain"
      title="Payment Canceled"
      text={`${PAYMENT_TEXTS.canceled}. ${openText(open, Boolean(only))}`}
      actions={
        <>
          {isSignedOut && <SignInButton />}
          <BackToInvoices primary={!isSignedOut} />
          {only && (
            <Button variant="ghost" size="lg" asChild>
              <RouterLink to={`/invoices/${only}`}>View invoice</RouterLink>
            </Button>
          )}
        </>
      }
    />
  );
}

type OpenInvoice = { invoice_number: string; owed_amount: number; currency: string };

function openText(open: OpenInvoice[], isOne: boolean): string {
  const [first] = open;
  if (!first)
    return isOne
      ? "The invoice stays open, and you can pay it whenever you like."
      : "Your invoices stay open, and you can pay them whenever you like.";
  const amount = formatMoney({
    amount: open.reduce((sum, each) => sum + each.owed_amount, 0),
    currency: first.currency,
  });
  if (open.length === 1)
    return `Invoice ${first.invoice_number} for ${amount} stays open, and you can pay it whenever you like.`;
  const numbers = formatNames(open.map(({ invoice_number }) => invoice_number));
  return `Invoices ${numbers} for ${amount} in total stay open, and you can pay them whenever you like.`;
}

/** The numbers and amounts, for a client who is signed in. The page needs no session, so a failure is no error. */
function useOpenInvoices(ids: string[]): OpenInvoice[] {
  const [open, setOpen] = useState<OpenInvoice[]>([]);
  const key = ids.join();
  useEffect(() => {
    if (!key) return;
    const find = () =>
      runQuery((db) =>
        db.from("invoices").select("invoice_number, owed_amount, currency").in("id", key.split(",")).order("due_date"),
      );
    void find().then(
      (found) => setOpen(found.filter(({ owed_amount }) => owed_amount > 0)),
      () => undefined,
    );
  }, [key]);
  return open;
}
