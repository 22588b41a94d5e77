import { invoiceMilestones } from "../../../app/features/billing/invoice/api.ts";
import { adminInvoice, invoiceSearchResult } from "../../../app/features/billing/ledger/api.ts";
import { retainerOutlook, retainerSearchResult } from "../../../app/features/billing/ledger/retainers-api.ts";
import { statementAnswer } from "../../../app/features/billing/statement/api.ts";
import { foundInvoices } from "../../../app/features/crm/palette/client-items.tsx";
import { clientBalance, clientFigures } from "../../../app/features/portal/client-billing/api.ts";
import { erased, erasurePreview } from "../../../app/shared/erasure/erasures.ts";
import { accountPlans } from "../../../app/shared/load-subscription.ts";
import { portalRights } from "../../../app/shared/portal-rights.ts";
import { contact } from "../../../app/shared/use-agency-contact.ts";
import { checkAnswers } from "../../support/check-answers.ts";
import type { Session } from "../../support/database-session.ts";

const read = async (db: Session, query: string, parameters: unknown[] = []): Promise<unknown> =>
  Object.values((await db.run(query, parameters)).rows[0] ?? {})[0];

checkAnswers("billing", [
  {
    name: "invoice_for_admin",
    schema: adminInvoice,
    as: "admin",
    // A paid invoice of a retainer, with a payment and an event.
    args: async (_, db) => ({
      p_invoice_id: await read(
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
    // An open invoice with lines and a credit.
    args: async (_, db) => ({
      p_invoice_id: await read(
        db,
        `select invoice.id from public.invoices as invoice
         join public.invoice_lines as line on line.invoice_id = invoice.id where invoice.status = 'pending' limit 1`,
      ),
    }),
  },
  {
    name: "invoice_milestones",
    schema: invoiceMilestones,
    as: "owner",
    // An invoice that opened for payment, lost a payment, and was then canceled.
    prepare: async (db, { people }) => {
      await db.run(
        `insert into public.invoice_events (invoice_id, kind, note, amount)
         select invoice.id, event.kind, event.note, event.amount from public.invoices as invoice
         cross join (values ('opened', null, 7), ('payment_removed', 'Another client', 7), ('voided', 'Sent twice', 7)) as event (kind, note, amount)
         where invoice.client_id = $1 and invoice.status = 'pending'`,
        [people.owner.id],
      );
    },
    args: async ({ people }, db) => ({
      p_invoice_id: await read(
        db,
        "select id from public.invoices where client_id = $1 and status = 'pending' limit 1",
        [people.owner.id],
      ),
    }),
  },
  { name: "agency_contact", schema: contact, as: "owner" },
  {
    name: "agency_contact",
    schema: contact,
    as: "owner",
    prepare: async (db) => {
      await db.run(`insert into storage.objects (bucket_id, name, version, metadata)
        values ('brand', 'logo.png', gen_random_uuid(), '{"size": 100, "mimetype": "image/png"}')`);
      await db.run("update public.agency_settings set logo = 'logo.png', logo_width = 60, logo_height = 20");
    },
  },
  { name: "search_invoices", schema: invoiceSearchResult, as: "admin" },
  { name: "search_invoices", schema: foundInvoices, as: "admin" },
  { name: "search_retainers", schema: retainerSearchResult, as: "admin" },
  {
    name: "retainer_outlook",
    schema: retainerOutlook,
    as: "admin",
    args: async ({ people }, db) => ({
      p_start_date: await read(db, "select (private.agency_day() - 10)::text"),
      p_client_id: people.owner.id,
    }),
  },
  { name: "client_figures", schema: clientFigures, as: "owner" },
  { name: "client_balance", schema: clientBalance, as: "owner" },
  { name: "portal_rights", schema: portalRights, as: "owner" },
  { name: "account_plans", schema: accountPlans, as: "owner" },
  {
    name: "invoice_statement",
    schema: statementAnswer,
    as: "owner",
    args: () => ({ p_from: "2000-01-01", p_until: "2100-01-01" }),
  },
  {
    name: "preview_erasure",
    schema: erasurePreview,
    as: "admin",
    args: ({ people }) => ({ p_kind: "account", p_id: people.owner.id }),
  },
  {
    name: "erase_person",
    schema: erased,
    as: "admin",
    args: async ({ ids }, db) => ({
      p_kind: "lead",
      p_id: ids["lead of sales"],
      p_confirmation: await read(db, "select private.erasure_label('lead', $1)", [ids["lead of sales"]]),
    }),
  },
]);
