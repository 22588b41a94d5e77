import { adminInvoice, invoiceSearchResult, retainerSearchResult } from "../../../app/features/billing/ledger/api.ts";
import { checkAnswers } from "../../support/check-answers.ts";
import type { Session } from "../../support/database-session.ts";

const firstId = async (db: Session, query: string, parameters: unknown[] = []): Promise<string | undefined> =>
  (await db.run<{ id: string }>(query, parameters)).rows[0]?.id;

checkAnswers("billing", [
  {
    name: "invoice_for_admin",
    schema: adminInvoice,
    as: "admin",
    // A paid invoice of a retainer, with an event and a payment.
    args: async (_, db) => ({
      p_invoice_id: await firstId(
        db,
        `select invoice.id from public.invoices as invoice
         join public.retainer_charges as charge on charge.invoice_id = invoice.id
         join public.payments as payment on payment.invoice_id = invoice.id limit 1`,
      ),
    }),
  },
  {
    name: "invoice_for_admin",
    schema: adminInvoice,
    as: "admin",
    args: async (_, db) => ({
      p_invoice_id: await firstId(
        db,
        "select invoice_id as id from public.invoice_credits order by created_at limit 1",
      ),
    }),
  },
  { name: "search_invoices", schema: invoiceSearchResult, as: "admin" },
  { name: "search_retainers", schema: retainerSearchResult, as: "admin" },
]);
