import { useEffect, useState } from "react";
import { Link as RouterLink, useSearchParams } from "react-router";
import { agencyToday } from "~/shared/agency-today.ts";
import { runQuery } from "~/shared/api.ts";
import { isUuid } from "~/shared/is-uuid.ts";
import { Button } from "~/ui/button.tsx";
import { PAYMENT_TEXTS } from "../lib/payment-page.ts";
import { type CanceledInvoice, canceledText } from "./canceled-text.ts";
import { BackToInvoices, OutcomeCard, SignInButton, useIsSignedOut } from "./outcome-card.tsx";

/** /payment-canceled (spec §2): says that nothing was charged, what is open or settled by now, and the way back. */
export function PaymentCanceledScreen() {
  const [search] = useSearchParams();
  const ids = (search.get("invoice_id") ?? "").split(",").filter(isUuid).slice(0, 50);
  const { invoices, today } = useInvoices(ids);
  const [only] = ids.length === 1 ? ids : [];
  const isSignedOut = useIsSignedOut();
  return (
    <OutcomeCard
      variant="plain"
      title="Payment Canceled"
      text={`${PAYMENT_TEXTS.canceled}. ${canceledText(invoices, Boolean(only), today)}`}
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

type Found = { invoices?: CanceledInvoice[]; today: string };

/** The invoices, for a client who is signed in, and the agency's date. The page needs no session, so a failure is no error. */
function useInvoices(ids: string[]): Found {
  const [found, setFound] = useState<Found>({ today: "" });
  const key = ids.join();
  useEffect(() => {
    if (!key) return;
    const find = () =>
      runQuery((db) =>
        db
          .from("invoices")
          .select("invoice_number, owed_amount, status, currency, due_date")
          .in("id", key.split(","))
          .order("due_date"),
      );
    void Promise.all([find(), agencyToday()]).then(
      ([invoices, today]) => setFound({ invoices, today }),
      () => undefined,
    );
  }, [key]);
  return found;
}
