import { runQuery } from "~/shared/api.ts";

export const REQUEST_FILTERS = [
  { value: "all", label: "All" },
  { value: "open", label: "Open" },
  { value: "answered", label: "Answered" },
  { value: "closed", label: "Closed" },
] as const;
export type RequestFilter = (typeof REQUEST_FILTERS)[number]["value"];
export type RequestStatus = Exclude<RequestFilter, "all">;
export type RequestSearchParams = { query: string; filter: RequestFilter; page: number };

export type RequestListItem = {
  id: string;
  user_id: string;
  user_email: string;
  business_name: string;
  request_type: string;
  message: string;
  status: RequestStatus;
  created_at: string;
  updated_at: string;
  client_name: string;
  client_company: string | null;
  answers: { id: string; body: string; created_at: string; author: string | null }[];
};
export type RequestSearchResult = { rows: RequestListItem[]; total: number; counts: Record<RequestFilter, number> };

export const PAGE_SIZE = 20;

/** A page of what fits, the open ones first and of them who waits longest. Throws ServiceError. */
export async function searchRequests({ query, filter, page }: RequestSearchParams): Promise<RequestSearchResult> {
  const data = await runQuery((db) =>
    db.rpc("search_change_requests", {
      p_query: query,
      p_status: filter,
      p_limit: PAGE_SIZE,
      p_offset: (page - 1) * PAGE_SIZE,
    }),
  );
  return data as unknown as RequestSearchResult;
}
