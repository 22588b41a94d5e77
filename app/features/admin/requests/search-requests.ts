import { runQuery } from "~/shared/api.ts";

export const REQUEST_FILTERS = [
  { value: "all", label: "All" },
  { value: "open", label: "Open" },
  { value: "answered", label: "Answered" },
  { value: "closed", label: "Closed" },
] as const;
export type RequestFilter = (typeof REQUEST_FILTERS)[number]["value"];
export type RequestStatus = Exclude<RequestFilter, "all">;
export type RequestQuestion = { query: string; filter: RequestFilter; page: number };

export type FoundRequest = {
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
export type FoundRequests = { rows: FoundRequest[]; total: number; counts: Record<RequestFilter, number> };

export const REQUESTS_PAGE = 20;

/** A page of what fits, the open ones first and of them who waits longest. Throws ServiceError. */
export async function searchRequests({ query, filter, page }: RequestQuestion): Promise<FoundRequests> {
  const data = await runQuery((db) =>
    db.rpc("search_change_requests", {
      p_query: query,
      p_status: filter,
      p_limit: REQUESTS_PAGE,
      p_offset: (page - 1) * REQUESTS_PAGE,
    }),
  );
  return data as unknown as FoundRequests;
}
