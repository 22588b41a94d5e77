import { useQuery } from "@tanstack/react-query";
import { rpc, runQuery } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";

const sums = z.array(z.object({ currency: z.string(), amount: z.number() }));
const schema = z.object({
  paid: sums,
  paid_invoices: z.number(),
  paid_since: z.nullable(z.string()),
  invoices: z.number(),
  by_status: z.record(z.string(), z.number()),
  active_retainers: z.number(),
  monthly: sums,
});

/** What a client's billing adds up to, per currency and in cents. Drafts are not counted, overdue ones as overdue. */
export type ClientFigures = z.infer<typeof schema>;

/** The signed-in client's figures, counted by the database (spec §2: Total Paid, Active Retainers, Total Invoices). Throws ServiceError. */
async function loadClientFigures(): Promise<ClientFigures> {
  const data = await runQuery((db) => db.rpc("client_figures"));
  return z.parse(schema, data);
}

export type Retainer = {
  id: string;
  retainer_name: string;
  status: string;
  description: string | null;
  duration_months: number | null;
  monthly_amount: number;
  currency: string;
  start_date: string;
  end_date: string | null;
};

/** A client's retainers, newest first (spec §7). Amounts in cents a month. Throws ServiceError. */
export async function listRetainers(clientId: string): Promise<Retainer[]> {
  const data = await runQuery((db) =>
    db
      .from("retainers")
      .select(
        "id, retainer_name, status, description, duration_months, monthly_amount, currency, start_date, end_date, created_at",
      )
      .eq("client_id", clientId)
      .order("created_at", { ascending: false }),
  );
  return data;
}

export type UpcomingCharge = {
  retainer_id: string;
  retainer_name: string;
  charge_date: string;
  amount: number;
  currency: string;
};

/** How far the portal looks ahead: every monthly charge once. */
export const DAYS_AHEAD = 31;

/** What the signed-in client's retainers will charge in the coming 31 days, soonest first, in cents. Throws ServiceError. */
async function listUpcomingCharges(): Promise<UpcomingCharge[]> {
  const data = await rpc("list_upcoming_charges", { p_days: DAYS_AHEAD });
  return data;
}

/** What was paid a moment ago must show in the figures. */
const STALE_TIME_MS = 5_000;

/** The signed-in client's figures and coming charges. */
export function useClientBilling(userId: string) {
  const figures = useQuery({
    queryKey: queryKeys.figures(userId),
    queryFn: loadClientFigures,
    staleTime: STALE_TIME_MS,
  });
  const charges = useQuery({ queryKey: queryKeys.upcomingCharges(userId), queryFn: listUpcomingCharges });
  return { figures, charges };
}
