import { callFunction } from "~/shared/call-function.ts";
import { downloadFile } from "~/shared/download-file.ts";

/** Fetches an invoice's PDF and hands it to the browser as '<invoice number>.pdf'. Throws ServiceError. */
export async function downloadInvoice(invoiceId: string, invoiceNumber: string): Promise<void> {
  const file = await callFunction("invoice-pdf", { invoiceId });
  if (!(file instanceof Blob) || file.size === 0) throw new TypeError("The answer is no file");
  downloadFile(`${invoiceNumber}.pdf`, "application/pdf", file);
}
