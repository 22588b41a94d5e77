import { callFunction } from "~/shared/call-function.ts";

/** Fetches an invoice's PDF and hands it to the browser as '<invoice number>.pdf'. Throws ServiceError. */
export async function downloadInvoice(invoiceId: string, invoiceNumber: string): Promise<void> {
  const file = await callFunction("invoice-pdf", { invoiceId });
  if (!(file instanceof Blob) || file.size === 0) throw new TypeError("The answer is no file");
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = `${invoiceNumber}.pdf`;
  link.click();
  // Freed only once the browser has certainly taken it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
