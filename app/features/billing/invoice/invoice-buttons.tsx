import { Download } from "lucide-react";
import { useState } from "react";
import { queryClient } from "~/shared/query-client.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { toast } from "~/shared/toast.ts";
import { useSingleFlight } from "~/shared/use-single-flight.ts";
import { Button } from "~/ui/button.tsx";
import { formatMoney } from "../../../../domain/money.ts";
import { createProviderUrl, paymentProblem, useExternalRedirect } from "../lib/payment-page.ts";
import { downloadInvoice } from "./api.ts";

/** Download PDF: busy while the file is made and fetched. */
export function DownloadButton({ invoice }: { invoice: { id: string; invoice_number: string } }) {
  const [busy, setBusy] = useState(false);
  const download = useSingleFlight(async () => {
    setBusy(true);
    try {
      await downloadInvoice(invoice.id, invoice.invoice_number);
    } catch (error) {
      toast.error(problem(error));
    } finally {
      setBusy(false);
    }
  });
  return (
    <Button loading={busy} icon={!busy && <Download aria-hidden="true" />} onClick={() => void download()}>
      <span>Download PDF</span>
    </Button>
  );
}

function problem(error: unknown): string {
  if (error instanceof ServiceError && error.kind === "session-ended") return error.message;
  if (error instanceof ServiceError && error.kind === "offline")
    return "We can't reach the server. Check your connection and try again.";
  return "The PDF could not be made. Please try again in a moment.";
}

type Props = {
  invoice: { id: string; invoice_number: string; amount: number; currency: string };
  /** The one that matters most in view. */
  primary?: boolean;
  size?: "sm" | "md";
  className?: string;
};

/** 'Pay $450.00': leaves for the payment page. */
export function PayButton({ invoice, primary = false, size = "sm", className }: Props) {
  const { busy, leave } = usePayInvoice(invoice.id);
  const text = `Pay ${formatMoney(invoice)}`;
  return (
    <Button
      size={size}
      variant={primary ? "primary" : "default"}
      loading={busy}
      aria-label={`${text} for ${invoice.invoice_number}`}
      onClick={() => void leave()}
      className={className}
    >
      <span>{text}</span>
    </Button>
  );
}

/** Leads to the page where an invoice is paid. Whatever is refused shows the invoice as it really is. */
function usePayInvoice(invoiceId: string) {
  return useExternalRedirect(
    () => createProviderUrl("create-invoice-payment", { invoiceId }),
    (error) => {
      toast.error(paymentProblem(error));
      void queryClient.invalidateQueries();
    },
  );
}
