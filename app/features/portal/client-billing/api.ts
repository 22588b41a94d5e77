import { queryOptions } from "@tanstack/react-query";
import { rpc, runQuery } from "~/shared/api.ts";
import { sharedRows } from "~/shared/portal-rights.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";

const sums = z.array(z.object({ currency: z.string(), amount: z.number() }));

/** A client's billing totals by currency, in cents. Drafts are excluded; overdue invoices count as overdue. */
export const clientFigures = z.object({
  paid: sums,
  paid_invoices: z.number(),
  paid_since: z.nullable(z.string()),
  invoices: z.number(),
  by_status: z.record(z.string(), z.number()),
  active_retainers: z.number(),
  monthly: sums,
  /** The client or one of their accounts has Premium. */
  is_premium: z.boolean(),
  /** Those with Premium among the accounts whose money the client sees. */
  premium_accounts: z.array(z.string()),
});
export type ClientFigures = z.infer<typeof clientFigures>;

/** A client's figures, for the client or an admin (spec §2: Total Paid, Active Retainers, Total Invoices). */
export const clientFiguresQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeys.figures(userId),
    queryFn: () => rpc("client_figures", { p_client_id: userId }, clientFigures),
    // A recent payment must show in the figures.
    staleTime: 5_000,
  });

export type Retainer = {
  id: string;
  account_id: string | null;
  retainer_name: string;
  status: string;
  description: string | null;
  duration_months: number | null;
  monthly_amount: number;
  currency: string;
  start_date: string;
  end_date: string | null;
};

async function listRetainers(userId: string): Promise<Retainer[]> {
  const shared = await sharedRows(userId, "money", "client_id");
  return runQuery((db) => {
    const found = db
      .from("retainers")
      .select(
        "id, account_id, retainer_name, status, description, duration_months, monthly_amount, currency, start_date, end_date, created_at",
      );
    return (shared ? found.or(shared) : found.eq("client_id", userId)).order("created_at", { ascending: false });
  });
}

/** The retainers of a client and of the accounts whose money they see, newest first (spec §7). In cents per month. */
export const retainersQuery = (userId: string) =>
  queryOptions({ queryKey: queryKeys.retainers(userId), queryFn: () => listRetainers(userId) });

export type UpcomingCharge = {
  retainer_id: string;
  account_id: string | null;
  retainer_name: string;
  charge_date: string;
  amount: number;
  currency: string;
};

/** How many days the portal looks ahead. The period includes each monthly charge once. */
export const DAYS_AHEAD = 31;

/** The upcoming retainer charges of a client, soonest first, in cents. */
export const upcomingChargesQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeys.upcomingCharges(userId),
    queryFn: (): Promise<UpcomingCharge[]> => rpc("list_upcoming_charges", { p_days: DAYS_AHEAD, p_client_id: userId }),
  });

/** What the client has to pay, by currency, and how far the account is set up. Amounts in the smallest unit. */
export const clientBalance = z.object({
  due: z.array(
    z.object({
      currency: z.string(),
      amount: z.number(),
      invoices: z.number(),
      overdue: z.number(),
      overdue_amount: z.number(),
      next_due: z.nullable(z.string()),
      /** The first 50, oldest due first. */
      invoice_ids: z.array(z.string()),
    }),
  ),
  /** Agreed invoices that can't be paid yet. `due` is the first day. */
  later: z.array(
    z.object({ currency: z.string(), amount: z.number(), invoices: z.number(), due: z.nullable(z.string()) }),
  ),
  setup: z.nullable(
    z.object({
      /** The only account that it is about: one that they own, else one where they are a member, else one that they are a billing contact of. */
      account_id: z.nullable(z.string()),
      email_confirmed: z.boolean(),
      dashboard: z.boolean(),
      first_invoice: z.nullable(z.string()),
      kickoff: z.nullable(z.string()),
      /** The addresses with an open invitation; empty for those who aren't owners. */
      invited: z.array(z.string()),
      today: z.string(),
    }),
  ),
});
export type ClientBalance = z.infer<typeof clientBalance>;
export type Due = ClientBalance["due"][number];
export type Later = ClientBalance["later"][number];
export type Setup = NonNullable<ClientBalance["setup"]>;

export const clientBalanceQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeys.balance(userId),
    queryFn: () => rpc("client_balance", { p_client_id: userId }, clientBalance),
    // A recent payment must show in the balance.
    staleTime: 5_000,
  });
