import { runQuery } from "~/shared/api.ts";

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
