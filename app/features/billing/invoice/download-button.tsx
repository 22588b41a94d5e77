import { Download } from "lucide-react";
import { useState } from "react";
import { ServiceError } from "~/shared/service-error.ts";
import { toast } from "~/shared/toast.ts";
import { useSingleFlight } from "~/shared/use-single-flight.ts";
import { Button } from "~/ui/button.tsx";
import { downloadInvoice } from "./download-invoice.ts";

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
