import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { agencyToday } from "~/shared/agency-today.ts";
import { rpc, runQuery } from "~/shared/api.ts";
import { isUuid } from "~/shared/is-uuid.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { invoiceAttention } from "../lib/invoice-attention.ts";
import { paidTogether } from "../lib/paid-together.ts";

export const nullableText = z.nullable(z.string());
/** Null for someone who is no client, and for an account that no one has joined yet. */
export const clientStatus = z.nullable(z.enum(["pending", "active", "inactive"]));
/** A client; or, without an id, an account that no one has joined yet, with the invited address as its email. */
const client = z.object({
  id: nullableText,
  account_id: nullableText,
  name: z.string(),
  company: nullableText,
  email: nullableText,
  has_account: z.optional(z.boolean()),
  /** The name of the account, if the client belongs to others, too. */
  for_account: z.optional(nullableText),
});
/** Why something that was recorded by mistake was removed. `of` is what it was. */
const removal = z.object({
  of: z.enum(["payment", "refund", "credit"]),
  at: z.string(),
  reason: nullableText,
  actor: nullableText,
});
const ledgerEntry = z.object({
  id: z.string(),
  /** A removed payment or refund was recorded by mistake and counts nowhere. */
  kind: z.enum(["payment", "refund", "reversal", "removed"]),
  amount: z.number(),
  currency: z.string(),
  is_duplicate: z.boolean(),
  occurred_at: z.string(),
  by_hand: z.boolean(),
  reference: z.string(),
  method: nullableText,
  /** The card, if it is known. */
  card: nullableText,
  /** Who paid in the name of someone else. */
  payer: nullableText,
  note: nullableText,
  removal: z.nullable(removal),
});
/** What was taken off the invoice. A removed credit was recorded by mistake and counts nowhere. */
const invoiceCredit = z.object({
  id: z.string(),
  amount: z.number(),
  reason: z.string(),
  created_at: z.string(),
  removal: z.nullable(removal),
});
const invoiceEvent = z.object({
  id: z.string(),
  kind: z.enum([
    "created",
    "sent",
    "marked_paid",
    "voided",
    "credited",
    "refunded",
    "issued",
    "resent",
    "reminded",
    "opened",
    "withdrawn",
    "payment_removed",
    "refund_removed",
    "credit_removed",
  ]),
  note: nullableText,
  method: nullableText,
  amount: z.nullable(z.number()),
  created_at: z.string(),
  actor: nullableText,
  /** What was removed counts again. */
  restored: z.boolean(),
});

/** An invoice with all related data. Amounts are in the currency's smallest unit. */
export const adminInvoice = z.object({
  invoice: z.object({
    id: z.string(),
    invoice_number: z.string(),
    /** The displayed status: overdue from the day after the due date. */
    status: z.string(),
    description: nullableText,
    amount: z.number(),
    currency: z.string(),
    due_date: nullableText,
    paid_date: nullableText,
    service_from: nullableText,
    service_until: nullableText,
    issued_at: nullableText,
    created_at: z.string(),
    updated_at: z.string(),
    credited_amount: z.number(),
    received_amount: z.number(),
    refunded_amount: z.number(),
    kept_amount: z.number(),
    refund: nullableText,
    owed_amount: z.number(),
    needs_attention: z.nullable(invoiceAttention),
  }),
  today: z.string(),
  client,
  /** Only an active client gets reminders and copies. */
  client_status: clientStatus,
  /** Its account is archived, so a draft can't be saved or sent. */
  is_archived: z.boolean(),
  /** The client is no longer in the account that it bills. */
  has_left: z.boolean(),
  lines: z.array(
    z.object({
      id: z.string(),
      description: z.string(),
      quantity: z.number(),
      unit_amount: z.number(),
      amount: z.number(),
      is_discount: z.boolean(),
    }),
  ),
  ledger: z.array(ledgerEntry),
  credits: z.array(invoiceCredit),
  events: z.array(invoiceEvent),
  /** The payments that paid other invoices, too. */
  together: paidTogether,
  retainer: z.nullable(z.object({ id: z.string(), name: z.string(), charge_date: z.string() })),
  /** The provider has an open payment page. */
  paying: z.boolean(),
});
export type Client = z.infer<typeof client>;

/** The client that a link to the new invoice has in its state, or null. */
export const clientOfLink = (state: unknown): Client | null =>
  client.safeParse((state as { client?: unknown } | null)?.client).data ?? null;

export type LedgerEntry = z.infer<typeof ledgerEntry>;
export type InvoiceEvent = z.infer<typeof invoiceEvent>;
export type AdminInvoice = z.infer<typeof adminInvoice>;

/** Null when the invoice does not exist. Refetched each time its page opens, because it may have been paid. */
export const adminInvoiceQuery = (invoiceId: string) =>
  queryOptions({
    queryKey: queryKeys.adminInvoice(invoiceId),
    queryFn: async () =>
      isUuid(invoiceId) ? rpc("invoice_for_admin", { p_invoice_id: invoiceId }, z.nullable(adminInvoice)) : null,
    staleTime: 0,
  });

export const INVOICE_FILTERS = [
  { value: "all", label: "All" },
  { value: "open", label: "Open" },
  { value: "overdue", label: "Overdue" },
  { value: "draft", label: "Drafts" },
  { value: "active", label: "Active" },
  { value: "paid", label: "Paid" },
  { value: "refunded", label: "Refunded" },
  { value: "void", label: "Void" },
  { value: "attention", label: "Payment issues" },
] as const;
export type InvoiceSort = "created" | "due" | "amount" | "number" | "client";
export type InvoiceSearchParams = {
  query: string;
  filter: (typeof INVOICE_FILTERS)[number]["value"];
  /** A person or an account; empty for all. */
  client: string;
  /** The first and last day on which an invoice was sent (YYYY-MM-DD); empty for any. */
  from: string;
  until: string;
  sort: InvoiceSort;
  descending: boolean;
  page: number;
};

const invoiceListItem = z.object({
  id: z.string(),
  invoice_number: z.string(),
  /** The displayed status: overdue from the day after the due date. */
  status: z.string(),
  description: nullableText,
  amount: z.number(),
  credited_amount: z.number(),
  received_amount: z.number(),
  refunded_amount: z.number(),
  kept_amount: z.number(),
  refund: nullableText,
  owed_amount: z.number(),
  currency: z.string(),
  due_date: nullableText,
  paid_date: nullableText,
  /** When it was sent; null for a draft. */
  issued_at: nullableText,
  needs_attention: z.nullable(invoiceAttention),
  /** Null for a draft of an account that no one has joined yet. */
  client_id: nullableText,
  account_id: nullableText,
  client_name: z.string(),
  client_company: nullableText,
  client_status: clientStatus,
  /** When the last reminder was sent. */
  reminded_at: nullableText,
  created_at: z.string(),
  updated_at: z.string(),
});
/**
 * A page of matching invoices, with exact totals of all matches: `amount` is billed, without credits, drafts and canceled
 * invoices; `received` is less `refunded`, `owed` of open ones, `later` of active ones.
 */
export const invoiceSearchResult = z.object({
  rows: z.array(invoiceListItem),
  total: z.number(),
  sums: z.array(
    z.object({
      currency: z.string(),
      amount: z.number(),
      received: z.number(),
      refunded: z.number(),
      owed: z.number(),
      later: z.number(),
      drafts: z.number(),
    }),
  ),
  counts: z.record(z.enum(INVOICE_FILTERS.map(({ value }) => value)), z.number()),
  today: z.string(),
  /** The name of the client whose invoices they are. */
  client: nullableText,
});
export type InvoiceListItem = z.infer<typeof invoiceListItem>;
export type InvoiceSearchResult = z.infer<typeof invoiceSearchResult>;

export const PAGE_SIZE = 50;
export const STALE_TIME_MS = 5_000;

/** Some of the matching invoices, at most 200 of them. */
export const searchInvoices = (params: InvoiceSearchParams, limit: number, offset: number) =>
  rpc(
    "search_invoices",
    {
      p_query: params.query,
      p_status: params.filter,
      p_sort: params.sort,
      p_descending: params.descending,
      p_limit: limit,
      p_offset: offset,
      ...(params.client && { p_client: params.client }),
      ...(params.from && { p_from: params.from }),
      ...(params.until && { p_until: params.until }),
    },
    invoiceSearchResult,
  );

export const invoiceSearchQuery = (params: InvoiceSearchParams) =>
  queryOptions({
    queryKey: queryKeys.invoiceSearch(params),
    queryFn: () => searchInvoices(params, PAGE_SIZE, (params.page - 1) * PAGE_SIZE),
    placeholderData: keepPreviousData,
    staleTime: STALE_TIME_MS,
  });

/** `currencies` are the agency's and those of recent invoices. */
export type BillingDefaults = { currency: string; currencies: string[]; due: string; today: string };

const RECENT_INVOICES = 100;

/** The defaults for a new invoice: the agency's currency, and the default payment term from today. */
export const billingDefaultsQuery = queryOptions({
  queryKey: queryKeys.billingDefaults(),
  queryFn: async (): Promise<BillingDefaults> => {
    const [{ currency, payment_days }, recent, today] = await Promise.all([
      runQuery((db) => db.from("agency_settings").select("currency, payment_days").single()),
      runQuery((db) =>
        db.from("invoices").select("currency").order("created_at", { ascending: false }).limit(RECENT_INVOICES),
      ),
      agencyToday(),
    ]);
    const currencies = [...new Set([currency, ...recent.map((invoice) => invoice.currency)])];
    const due = new Date(Date.parse(today) + payment_days * 86_400_000).toISOString().slice(0, 10);
    return { currency, currencies, today, due };
  },
});
