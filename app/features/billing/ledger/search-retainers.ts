import { callProcedure } from "~/shared/call-procedure.ts";

export const RETAINER_FILTERS = [
  { value: "all", label: "All" },
  { value: "active", label: "Active" },
  { value: "paused", label: "Paused" },
  { value: "ended", label: "Ended" },
] as const;
export type RetainerFilter = (typeof RETAINER_FILTERS)[number]["value"];
export type RetainerSearchParams = { query: string; filter: RetainerFilter; page: number };

export type RetainerListItem = {
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
export type RetainerSearchResult = {
  rows: RetainerListItem[];
  total: number;
  /** Monthly, of those that run, in the smallest unit. */
  sums: { currency: string; amount: number }[];
  counts: Record<RetainerFilter, number>;
};

export const PAGE_SIZE = 50;

/** A page of what fits, those that run first. Throws ServiceError. */
export async function searchRetainers({ query, filter, page }: RetainerSearchParams): Promise<RetainerSearchResult> {
  const data = await callProcedure("search_retainers", {
    p_query: query,
    p_status: filter,
    p_limit: PAGE_SIZE,
    p_offset: (page - 1) * PAGE_SIZE,
  });
  return data as unknown as RetainerSearchResult;
}
