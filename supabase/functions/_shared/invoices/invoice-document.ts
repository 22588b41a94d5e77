/** What stands on an invoice's paper: amounts in the currency's smallest unit, dates YYYY-MM-DD. */
export type InvoiceDocument = {
  number: string;
  status: string;
  currency: string;
  issued: string;
  due: string | null;
  paid: string | null;
  lines: { position: number; description: string; quantity: number; unitAmount: number; amount: number }[];
  total: number;
  /** What was taken off before it was paid. */
  credited: number;
  /** What the client still owes. */
  owed: number;
  received: number;
  refunded: number;
  agency: { name: string; email: string; phone: string | null; address: string | null };
  client: { name: string; company: string | null; email: string };
};

/** Renders the paper. Implemented once, bundled for the host, imported as it is by hosted functions. */
export type RenderInvoice = (invoice: InvoiceDocument) => Promise<Uint8Array>;
