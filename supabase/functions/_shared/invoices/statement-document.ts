import type { AgreedInvoice, StatementLine } from "../../../../domain/statement.ts";
import type { InvoiceDocument } from "./invoice-document.ts";

/** The contents of a printed statement. Amounts are in the currency's smallest unit, dates are YYYY-MM-DD. */
export type StatementDocument = Pick<InvoiceDocument, "agency" | "client"> & {
  /** Its days, both included. */
  period: { from: string; until: string };
  /** By account, in each by currency, and in order of time. */
  rows: StatementLine[];
  agreed: AgreedInvoice[];
  /** Each part names its account. */
  isOfSeveral: boolean;
};

/** Renders the document. There is one implementation: the host bundles it, and hosted functions import it directly. */
export type RenderStatement = (statement: StatementDocument) => Promise<Uint8Array>;
