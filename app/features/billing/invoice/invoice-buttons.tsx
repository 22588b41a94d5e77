import { Download } from "lucide-react";
import { queryClient } from "~/shared/query-client.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { useAction } from "~/shared/use-action.ts";
import { useViewAs } from "~/shared/view-as.tsx";
import { Button } from "~/ui/button.tsx";
import { formatMoney } from "../../../../domain/money.ts";
import { createProviderUrl, useExternalRedirect } from "../lib/payment-page.ts";
import { downloadInvoice } from "./api.ts";

type Downloadable = { id: string; invoice_number: string };

function useDownload(invoice: Downloadable) {
  return useAction({
    action: () => downloadInvoice(invoice.id, invoice.invoice_number),
    isRead: true,
    errorMessage: "The PDF couldn't be created",
    explain: downloadProblem,
  });
}

export function DownloadButton({ invoice }: { invoice: Downloadable }) {
  const { run, busy } = useDownload(invoice);
  return (
    <Button loading={busy} icon={!busy && <Download aria-hidden="true" />} onClick={() => void run()}>
      <span>Download PDF</span>
    </Button>
  );
}

/** The same in a row of a table: an icon, with the invoice's number for screen readers. */
export function DownloadIconButton({ invoice, className }: { invoice: Downloadable; className?: string }) {
  const { run, busy } = useDownload(invoice);
  return (
    <Button
      variant="ghost"
      size="icon-sm"
      loading={busy}
      aria-label={`Download ${invoice.invoice_number} as a PDF`}
      title="Download PDF"
      {...(className && { className })}
      onClick={() => void run()}
    >
      {!busy && <Download aria-hidden="true" />}
    </Button>
  );
}

function downloadProblem(error: unknown): string {
  if (error instanceof ServiceError && error.kind === "session-ended") return error.message;
  if (error instanceof ServiceError && error.kind === "offline")
    return "We can't reach the server. Check your connection and try again.";
  return "The PDF couldn't be created. Please try again in a moment.";
}

type Props = {
  invoice: { id: string; invoice_number: string; amount: number; currency: string };
  /** The most important one on the page. */
  primary?: boolean;
  size?: "sm" | "md";
  className?: string;
};

/** 'Pay $450.00': opens the payment page. */
export function PayButton({ invoice, primary = false, size = "sm", className }: Props) {
  const { busy, leave } = useExternalRedirect(
    () => createProviderUrl("create-invoice-payment", { invoiceId: invoice.id }),
    // A refusal means that the cached data is stale.
    () => void queryClient.invalidateQueries(),
  );
  const viewedAs = useViewAs();
  const text = `Pay ${formatMoney(invoice)}`;
  return (
    <Button
      size={size}
      variant={primary ? "primary" : "default"}
      loading={busy}
      disabled={viewedAs !== null}
      aria-label={`${text} for ${invoice.invoice_number}`}
      onClick={() => void leave()}
      className={className}
    >
      <span>{text}</span>
    </Button>
  );
}
