import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { rpc } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";

export const REQUEST_FILTERS = [
  { value: "all", label: "All" },
  { value: "open", label: "Open" },
  { value: "answered", label: "Answered" },
  { value: "closed", label: "Closed" },
] as const;
export type RequestFilter = (typeof REQUEST_FILTERS)[number]["value"];
export type RequestSearchParams = { query: string; filter: RequestFilter; page: number };

export const PAGE_SIZE = 20;

const requestStatus = z.enum(["open", "answered", "closed"]);
export type RequestStatus = z.infer<typeof requestStatus>;

export const requestSearch = z.object({
  rows: z.array(
    z.object({
      id: z.string(),
      user_id: z.string(),
      user_email: z.string(),
      business_name: z.string(),
      request_type: z.string(),
      message: z.string(),
      status: requestStatus,
      created_at: z.string(),
      updated_at: z.string(),
      client_name: z.string(),
      answers: z.array(
        z.object({
          id: z.string(),
          body: z.string(),
          created_at: z.string(),
          from_client: z.boolean(),
          author: z.nullable(z.string()),
        }),
      ),
    }),
  ),
  total: z.number(),
  counts: z.object({ all: z.number(), open: z.number(), answered: z.number(), closed: z.number() }),
});
export type ChangeRequest = z.infer<typeof requestSearch>["rows"][number];

/** A page of matching requests: open ones first, oldest first. */
export const requestsQuery = (params: RequestSearchParams) =>
  queryOptions({
    queryKey: queryKeys.requestSearch(params),
    queryFn: () =>
      rpc(
        "search_change_requests",
        {
          p_query: params.query,
          p_status: params.filter,
          p_limit: PAGE_SIZE,
          p_offset: (params.page - 1) * PAGE_SIZE,
        },
        requestSearch,
      ),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });

/** Emails an answer to the client, once for each `answerId`. PT409: the request changed after it was read. */
export async function answerRequest(seen: ChangeRequest, answerId: string, answer: string): Promise<void> {
  await rpc("answer_change_request", {
    p_request_id: seen.id,
    p_expected_updated_at: seen.updated_at,
    p_answer: answer,
    p_answer_id: answerId,
  });
}

/** PT409: the request changed after it was read. */
export async function setRequestStatus(seen: ChangeRequest, next: RequestStatus): Promise<void> {
  await rpc("set_change_request_status", {
    p_request_id: seen.id,
    p_expected_updated_at: seen.updated_at,
    p_status: next,
  });
}
