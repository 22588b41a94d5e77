import { callFunction } from "~/shared/call-function.ts";
import { saveFile } from "~/shared/save-file.ts";

/** Fetches an invoice's PDF and hands it to the browser as '<invoice number>.pdf'. Throws ServiceError. */
export async function downloadInvoice(invoiceId: string, invoiceNumber: string): Promise<void> {
  const file = await callFunction("invoice-pdf", { invoiceId });
  if (!(file instanceof Blob) || file.size === 0) throw new TypeError("The answer is no file");
  saveFile(`${invoiceNumber}.pdf`, "application/pdf", file);
}
