import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { agencyToday } from "~/shared/agency-today.ts";
import { rpc, runQuery } from "~/shared/api.ts";
import { callFunction } from "~/shared/call-function.ts";
import { downloadFile } from "~/shared/download-file.ts";
import { isUuid } from "~/shared/is-uuid.ts";
import { sharedRows } from "~/shared/portal-rights.ts";
import { queryClient } from "~/shared/query-client.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { agencyContactQuery } from "~/shared/use-agency-contact.ts";
import type { InvoiceAmounts } from "../../../../domain/invoice-balance.ts";
import { shownInvoiceStatus } from "../../../../domain/invoices.ts";
import { paidTogether } from "../lib/paid-together.ts";

export type Invoice = InvoiceAmounts & {
  id: string;
  account_id: string | null;
  invoice_number: string;
  /** 'refunded' or 'partly refunded', if money went back. */
  refund: string | null;
  /** The displayed status: overdue from the day after the due date. */
  status: string;
  description: string | null;
  /** The amount still to pay while the invoice is open. */
  owed_amount: number;
  currency: string;
  due_date: string | null;
  paid_date: string | null;
};

export const FILTERS = ["all", "open", "paid", "refunded"] as const;
export type InvoiceFilter = (typeof FILTERS)[number];
/** The list's parts in their order: what can be paid, what is agreed, then the rest. */
const PARTS = ["open", "agreed", "settled"] as const;
type Part = (typeof PARTS)[number];
/** A position in the list. */
type Position = { part: Part; from: number };
/** `today` is the agency's date, YYYY-MM-DD. `next` is where the next page starts; null after the last page. */
type InvoicePage = { invoices: Invoice[]; today: string; next: Position | null };

const PAGE_SIZE = 25;
const PARTS_OF: Record<InvoiceFilter, readonly Part[]> = {
  all: PARTS,
  open: ["open"],
  paid: ["settled"],
  refunded: ["settled"],
};
const STATUSES = { open: ["pending", "overdue"], agreed: ["active"], settled: ["paid", "void"] } as const;

/** Whose invoices to list; `accountId` is one of several accounts, or '' for all. */
type Listed = { clientId: string; filter: InvoiceFilter; accountId: string };

/** Up to `limit` rows of one part: those to pay by their due date, so that overdue ones come first; others newest first. */
async function listPart({ clientId, filter, accountId }: Listed, { part, from }: Position, limit: number) {
  const shared = await sharedRows(clientId, "money", "client_id");
  return runQuery((db) => {
    const found = db
      .from("invoices")
      .select(
        "id, account_id, invoice_number, status, description, amount, owed_amount, credited_amount, refunded_amount, kept_amount, refund, currency, due_date, paid_date, created_at",
      );
    const theirs = shared ? found.or(shared) : found.eq("client_id", clientId);
    const inState = (accountId ? theirs.eq("account_id", accountId) : theirs).in(
      "status",
      filter === "paid" || filter === "refunded" ? ["paid"] : STATUSES[part],
    );
    const all =
      filter === "paid"
        ? inState.is("refund", null)
        : filter === "refunded"
          ? inState.not("refund", "is", null)
          : inState;
    const sorted = part === "settled" ? all : all.order("due_date", { ascending: true });
    return sorted
      .order("created_at", { ascending: false })
      .order("id")
      .range(from, from + limit - 1);
  });
}

/** A page of the invoices of a client and of the accounts whose money they see (spec §7): what is overdue, what is open, what is agreed, then the rest. Amounts are in cents. */
async function listInvoices(listed: Listed, start: Position): Promise<InvoicePage> {
  const { filter } = listed;
  const today = agencyToday();
  // If the list fails first, its failure is the one that shows.
  today.catch(() => undefined);
  const parts = PARTS_OF[filter].slice(PARTS_OF[filter].indexOf(start.part));
  const offset = (part: Part) => (part === start.part ? start.from : 0);
  // Requests one more than a page to learn whether there is a next page.
  const found = await Promise.all(
    parts.map(async (part) => {
      const rows = await listPart(listed, { part, from: offset(part) }, PAGE_SIZE + 1);
      return rows.map((invoice, index) => ({ invoice, position: { part, from: offset(part) + index } }));
    }),
  );
  const rows = found.flat();
  const day = await today;
  return {
    invoices: rows.slice(0, PAGE_SIZE).map(({ invoice }) => ({ ...invoice, status: shownInvoiceStatus(invoice, day) })),
    today: day,
    next: rows[PAGE_SIZE]?.position ?? null,
  };
}

/** A client's invoices, a page at a time. The list stays visible while another filter loads. */
export const invoicesQuery = (userId: string, filter: InvoiceFilter, accountId = "") =>
  infiniteQueryOptions({
    queryKey: queryKeys.invoices(userId, filter, accountId),
    queryFn: ({ pageParam }) => listInvoices({ clientId: userId, filter, accountId }, pageParam),
    initialPageParam: { part: filter === "paid" || filter === "refunded" ? "settled" : "open", from: 0 } as Position,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    // A recent payment must not show as open for long.
    staleTime: 5_000,
  });

/** The recipient of an invoice that names a colleague. */
const recipientOfInvoice = z.object({
  name: z.string(),
  company: z.nullable(z.string()),
  address: z.nullable(z.string()),
  taxId: z.nullable(z.string()),
  email: z.string(),
});

/**
 * When an invoice opened for payment, was canceled, and lost a payment, refund or credit that was recorded by mistake; and why a refund
 * of the ledger with this id was made (`invoice_milestones`).
 */
export const invoiceMilestones = z.array(
  z.object({
    id: z.string(),
    kind: z.enum(["opened", "canceled", "refunded", "payment_removed", "refund_removed", "credit_removed"]),
    at: z.string(),
    reason: z.nullable(z.string()),
    /** What was removed. */
    amount: z.nullable(z.number()),
  }),
);

const invoicePayers = z.array(z.object({ payment_id: z.string(), name: z.string() }));

const INVOICE =
  "id, client_id, account_id, invoice_number, status, description, amount, currency, due_date, paid_date, issued_at, created_at, service_from, service_until, received_amount, refunded_amount, kept_amount, refund, credited_amount, owed_amount, needs_attention";

/** The data of an invoice page. Null when the invoice does not exist or isn't for this client to see. */
async function loadInvoice(clientId: string, invoiceId: string) {
  if (!isUuid(invoiceId)) return null;
  const shared = await sharedRows(clientId, "money", "client_id");
  const [invoice, lines, payments, credits, milestones, today, agency] = await Promise.all([
    runQuery((db) => {
      const found = db.from("invoices").select(INVOICE).eq("id", invoiceId).neq("status", "draft");
      return (shared ? found.or(shared) : found.eq("client_id", clientId)).maybeSingle();
    }),
    runQuery((db) =>
      db
        .from("invoice_lines")
        .select("id, description, quantity, unit_amount, amount")
        .eq("invoice_id", invoiceId)
        .order("position"),
    ),
    runQuery((db) =>
      db
        .from("payments")
        .select("id, kind, amount, currency, is_duplicate, occurred_at, provider_ref, combined_id, method, payer_id")
        .eq("invoice_id", invoiceId)
        // The milestones have the removed ones.
        .neq("kind", "removed")
        .order("occurred_at"),
    ),
    runQuery((db) =>
      db
        .from("invoice_credits")
        .select("id, amount, reason, created_at")
        .eq("invoice_id", invoiceId)
        .is("removed_at", null)
        .order("created_at"),
    ),
    rpc("invoice_milestones", { p_invoice_id: invoiceId }, z.nullable(invoiceMilestones)),
    agencyToday(),
    queryClient.fetchQuery(agencyContactQuery),
  ]);
  if (!invoice) return null;
  const shown = { ...invoice, status: shownInvoiceStatus(invoice, today) };
  const recipient =
    invoice.client_id === clientId
      ? null
      : await rpc("invoice_recipient", { p_invoice_id: invoiceId }, z.nullable(recipientOfInvoice));
  const together = payments.some(({ combined_id }) => combined_id !== null)
    ? await rpc("invoice_paid_together", { p_invoice_id: invoiceId }, z.nullable(paidTogether))
    : null;
  const payers = payments.some(({ payer_id }) => payer_id !== null && payer_id !== invoice.client_id)
    ? await rpc("invoice_payers", { p_invoice_id: invoiceId }, z.nullable(invoicePayers))
    : null;
  return {
    ...{ invoice: shown, recipient, lines, payments, credits, today, timeZone: agency.time_zone },
    milestones: milestones ?? [],
    /** The payments that paid other invoices, too. */
    together: together ?? [],
    /** Who made a payment in the name of someone else, and gets its refunds; null for the reader. */
    payers: (payers ?? []).map(({ payment_id, name }) => ({
      payment_id,
      name: payments.some(({ id, payer_id }) => id === payment_id && payer_id === clientId) ? null : name,
    })),
  };
}

export type InvoiceDetails = NonNullable<Awaited<ReturnType<typeof loadInvoice>>>;

/** Refetched each time its page opens, because it may have been paid. */
export const invoiceQuery = (clientId: string, invoiceId: string) =>
  queryOptions({
    queryKey: queryKeys.invoice(clientId, invoiceId),
    queryFn: () => loadInvoice(clientId, invoiceId),
    staleTime: 0,
  });

/** Downloads an invoice's PDF as '<invoice number>.pdf'. */
export async function downloadInvoice(invoiceId: string, invoiceNumber: string): Promise<void> {
  const file = await callFunction("invoice-pdf", { invoiceId });
  if (!(file instanceof Blob) || file.size === 0) throw new TypeError("The response isn't a file");
  downloadFile(`${invoiceNumber}.pdf`, "application/pdf", file);
}
