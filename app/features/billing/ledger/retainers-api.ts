import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { agencyToday } from "~/shared/agency-today.ts";
import { rpc, runQuery } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { readableStatus } from "../../../../domain/invoice-balance.ts";
import { shownInvoiceStatus } from "../../../../domain/invoices.ts";
import { clientStatus, nullableText, PAGE_SIZE, STALE_TIME_MS } from "./api.ts";

export const RETAINER_FILTERS = [
  { value: "all", label: "All" },
  { value: "active", label: "Active" },
  { value: "draft", label: "Drafts" },
  { value: "paused", label: "Paused" },
  { value: "ended", label: "Ended" },
] as const;
type RetainerSearchParams = { query: string; filter: (typeof RETAINER_FILTERS)[number]["value"]; page: number };

const retainerListItem = z.object({
  id: z.string(),
  retainer_name: z.string(),
  description: nullableText,
  status: z.enum(["pending", "active", "paused", "completed", "canceled"]),
  monthly_amount: z.number(),
  currency: z.string(),
  start_date: z.string(),
  end_date: nullableText,
  duration_months: z.nullable(z.number()),
  /** The last day of the term; null without one. Someone may have set an earlier `end_date`. */
  term_end: nullableText,
  updated_at: z.string(),
  /** Null for a draft of an account that no one has joined yet. */
  client_id: nullableText,
  account_id: nullableText,
  /** The name of the account, if the client belongs to others, too. */
  for_account: nullableText,
  client_name: z.string(),
  client_company: nullableText,
  client_email: nullableText,
  client_status: clientStatus,
  /** Its account is archived, so it can't be saved. */
  is_archived: z.boolean(),
  /** It waits while the client isn't active. */
  next_charge: nullableText,
  /** The number of invoices that the retainer issued. */
  invoices: z.number(),
});
/** A page of matching retainers, active ones first. `sums` are the monthly amounts of active ones. */
export const retainerSearchResult = z.object({
  rows: z.array(retainerListItem),
  total: z.number(),
  sums: z.array(z.object({ currency: z.string(), amount: z.number() })),
  counts: z.record(z.enum(RETAINER_FILTERS.map(({ value }) => value)), z.number()),
});
export type RetainerListItem = z.infer<typeof retainerListItem>;
export type RetainerSearchResult = z.infer<typeof retainerSearchResult>;

export const retainerSearchQuery = (params: RetainerSearchParams) =>
  queryOptions({
    queryKey: queryKeys.retainerSearch(params),
    queryFn: () =>
      rpc(
        "search_retainers",
        {
          p_query: params.query,
          p_status: params.filter,
          p_limit: PAGE_SIZE,
          p_offset: (params.page - 1) * PAGE_SIZE,
        },
        retainerSearchResult,
      ),
    placeholderData: keepPreviousData,
    staleTime: STALE_TIME_MS,
  });

/** The invoices that a retainer issued, newest first. */
export const retainerInvoicesQuery = (retainerId: string) =>
  queryOptions({
    queryKey: queryKeys.retainerInvoices(retainerId),
    queryFn: async () => {
      const [charges, today] = await Promise.all([
        runQuery((db) =>
          db
            .from("retainer_charges")
            .select("charge_date, invoices(id, invoice_number, status, amount, currency, due_date, refund)")
            .eq("retainer_id", retainerId)
            .order("charge_date", { ascending: false }),
        ),
        agencyToday(),
      ]);
      return charges.map(({ charge_date, invoices: invoice }) => ({
        ...invoice,
        charge_date,
        status: readableStatus({ ...invoice, status: shownInvoiceStatus(invoice, today) }),
      }));
    },
    staleTime: STALE_TIME_MS,
  });

const month = z.object({ from: z.string(), until: z.string() });
export const retainerOutlook = z.nullable(
  z.object({
    is_first: z.boolean(),
    client_status: clientStatus,
    due: z.array(month),
    next: z.nullable(month),
    others: z.nullable(z.number()),
    last_charge: nullableText,
    running: z.nullable(month),
    billed: z.nullable(month),
    ended_on: nullableText,
    has_past: z.boolean(),
  }),
);

/** The values of a form that decide what saving sends. `bill` is the first day of the month that runs now, to bill it. */
type OutlookParams = {
  id: string | undefined;
  clientId: string | null;
  start: string;
  months: number | null;
  bill: string | null;
};

/** What saving an active retainer with these values sends; null if it would be refused. */
export const retainerOutlookQuery = (params: OutlookParams) =>
  queryOptions({
    queryKey: queryKeys.retainerOutlook(params),
    queryFn: () =>
      rpc(
        "retainer_outlook",
        {
          p_start_date: params.start,
          ...(params.months !== null && { p_duration_months: params.months }),
          ...(params.id && { p_retainer_id: params.id }),
          ...(params.clientId && { p_client_id: params.clientId }),
          ...(params.bill && { p_bill_month: params.bill }),
        },
        retainerOutlook,
      ),
    // The words stay in place while someone types.
    placeholderData: keepPreviousData,
  });

/** The numbers of the invoices that a retainer sent from a moment on; none if they can't be read now. */
export async function sentInvoices(retainerId: string, since: string | null): Promise<string[]> {
  const charges = await runQuery((db) => {
    const found = db.from("retainer_charges").select("invoices(invoice_number)").eq("retainer_id", retainerId);
    return (since ? found.gte("created_at", since) : found).order("charge_date").limit(24);
  }).catch(() => []);
  return charges.map(({ invoices: { invoice_number } }) => invoice_number);
}

/** The client's retainers that bill now or soon, for lines of an invoice. */
export const clientRetainersQuery = (clientId: string) =>
  queryOptions({
    queryKey: queryKeys.clientRetainers(clientId),
    queryFn: () =>
      runQuery((db) =>
        db
          .from("retainers")
          .select("id, retainer_name, monthly_amount, currency")
          .eq("client_id", clientId)
          .in("status", ["active", "pending"])
          .order("retainer_name")
          .limit(20),
      ),
    enabled: clientId !== "",
  });
