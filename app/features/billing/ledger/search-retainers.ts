import { callProcedure } from "~/shared/call-procedure.ts";

export const RETAINER_FILTERS = [
  { value: "all", label: "All" },
  { value: "active", label: "Active" },
  { value: "paused", label: "Paused" },
  { value: "ended", label: "Ended" },
] as const;
export type RetainerFilter = (typeof RETAINER_FILTERS)[number]["value"];
export type RetainerQuestion = { query: string; filter: RetainerFilter; page: number };

export type FoundRetainer = {
  id: string;
  retainer_name: string;
  description: string | null;
  status: "pending" | "active" | "paused" | "completed" | "canceled";
  monthly_amount: number;
  currency: string;
  start_date: string;
  end_date: string | null;
  duration_months: number | null;
  updated_at: string;
  client_id: string;
  client_name: string;
  client_company: string | null;
  client_email: string;
  next_charge: string | null;
  /** How many invoices it has issued. */
  invoices: number;
};
export type FoundRetainers = {
  rows: FoundRetainer[];
  total: number;
  /** Monthly, of those that run, in the smallest unit. */
  sums: { currency: string; amount: number }[];
  counts: Record<RetainerFilter, number>;
};

export const RETAINERS_PAGE = 50;

/** A page of what fits, those that run first. Throws ServiceError. */
export async function searchRetainers({ query, filter, page }: RetainerQuestion): Promise<FoundRetainers> {
  const found = await callProcedure("search_retainers", {
    p_query: query,
    p_status: filter,
    p_limit: RETAINERS_PAGE,
    p_offset: (page - 1) * RETAINERS_PAGE,
  });
  return found as unknown as FoundRetainers;
}
