import type { PaidTogether } from "../../../../domain/paid-together.ts";

/** The contents of a printed invoice. Amounts are in the currency's smallest unit, dates are YYYY-MM-DD. */
export type InvoiceDocument = {
  id: string;
  number: string;
  status: string;
  currency: string;
  description: string | null;
  issued: string;
  due: string | null;
  paid: string | null;
  /** The payments by day, and how they were made, as far as it is known. */
  payments: { paid: string; method: string | null; amount: number }[];
  /** What went back, by day. */
  refunds: { refunded: string; amount: number }[];
  /** The days of service that it bills. */
  period: { from: string; until: string } | null;
  lines: { position: number; description: string; quantity: number; unitAmount: number; amount: number }[];
  total: number;
  /** Credits before payment. */
  credited: number;
  /** What the client still owes. */
  owed: number;
  received: number;
  refunded: number;
  /** What came in less what went back. */
  kept: number;
  /** How a paid invoice reads whose money went back. */
  refund: "refunded" | "partly refunded" | null;
  /** The payments that paid other invoices, too, and their day. */
  together: (PaidTogether & { day: string })[];
  agency: {
    name: string;
    email: string;
    phone: string | null;
    address: string | null;
    taxId: string | null;
    terms: string | null;
  };
  client: { name: string; company: string | null; email: string; address: string | null; taxId: string | null };
  /** Where the client pays; null if nothing can be paid. */
  payUrl: string | null;
};

/** The agency's logo: a PNG file and its size in pixels. */
export type InvoiceLogo = { content: Uint8Array; width: number; height: number };

/** Renders the document. There is one implementation: the host bundles it, and hosted functions import it directly. */
export type RenderInvoice = (invoice: InvoiceDocument) => Promise<Uint8Array>;

/** What an invoice has from the agency's settings: how it writes dates and amounts, the color as #rrggbb, and the logo. */
export type InvoiceBrand = {
  locale?: string | undefined;
  accent?: string | null | undefined;
  logo?: InvoiceLogo | undefined;
};
