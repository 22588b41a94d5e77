import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { rpc, runQuery } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { type ChangeRequestType, changeRequestTypes } from "../../../../domain/change-requests.ts";
import { searchPeople } from "../people/api.ts";

export const REQUEST_FILTERS = [
  { value: "all", label: "All" },
  { value: "open", label: "Open" },
  { value: "answered", label: "Answered" },
  { value: "closed", label: "Closed" },
] as const;
export type RequestFilter = (typeof REQUEST_FILTERS)[number]["value"];

export const REQUEST_SORTS = [
  { value: "wait", label: "Longest wait" },
  { value: "activity", label: "Newest activity" },
] as const;
export type RequestSort = (typeof REQUEST_SORTS)[number]["value"];

export const REQUEST_ASSIGNEES = [
  { value: "anyone", label: "All assignees" },
  { value: "me", label: "Mine" },
  { value: "nobody", label: "Unassigned" },
] as const;
export type RequestAssignee = (typeof REQUEST_ASSIGNEES)[number]["value"];

export type RequestSearchParams = {
  query: string;
  filter: RequestFilter;
  assignee: RequestAssignee;
  sort: RequestSort;
  page: number;
  /** The request that a link names. It comes first, whatever is searched. */
  linked: string | undefined;
};

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
      request_type: z.enum(Object.keys(changeRequestTypes) as [ChangeRequestType, ...ChangeRequestType[]]),
      message: z.string(),
      status: requestStatus,
      created_at: z.string(),
      updated_at: z.string(),
      /** Since when it waits for an answer, while it is open. */
      waits_since: z.nullable(z.string()),
      client_name: z.string(),
      /** The sender has no access until they are reactivated, but gets emails. */
      is_deactivated: z.boolean(),
      /** The sender no longer belongs to its account, and can't reply. */
      has_left: z.boolean(),
      /** The addresses that get an answer by email: the sender's or, once they left, those of the account's owners. */
      answered_to: z.array(z.string()),
      /** The client's account that it is for; null for people without one and for the team. */
      account: z.nullable(z.object({ id: z.string(), name: z.string() })),
      /** The admin who takes care of it. */
      assignee: z.nullable(z.object({ id: z.string(), name: z.string() })),
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
export type Assignee = NonNullable<ChangeRequest["assignee"]>;

/** A page of matching requests. By wait, open ones come first. */
export const requestsQuery = (params: RequestSearchParams) =>
  queryOptions({
    queryKey: queryKeys.requestSearch(params),
    queryFn: () =>
      rpc(
        "search_change_requests",
        {
          p_query: params.query,
          p_status: params.filter,
          p_sort: params.sort,
          p_assignee: params.assignee,
          ...(params.linked && { p_linked: params.linked }),
          p_limit: PAGE_SIZE,
          p_offset: (params.page - 1) * PAGE_SIZE,
        },
        requestSearch,
      ),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });

/** The won leads behind requests to set up a client, by the request's id. */
export const handoffsQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...queryKeys.changeRequests(), "handoffs", ids],
    queryFn: () => loadHandoffs(ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });

async function loadHandoffs(ids: readonly string[]) {
  const rows = await runQuery((db) =>
    db
      .from("change_requests")
      .select("id, lead_id")
      .in("id", [...ids])
      .not("lead_id", "is", null),
  );
  const leadIds = rows.flatMap(({ lead_id }) => lead_id ?? []);
  if (leadIds.length === 0) return new Map<string, WonLead>();
  const leads = await runQuery((db) =>
    db.from("leads").select("id, first_name, last_name, email, company, stage, client_account_id").in("id", leadIds),
  );
  const byId = new Map(leads.map((lead) => [lead.id, lead]));
  return new Map<string, WonLead>(
    rows.flatMap(({ id, lead_id }) => {
      const lead = byId.get(lead_id ?? "");
      return lead ? [[id, lead] as const] : [];
    }),
  );
}

/** The lead of a won deal, as a request shows it. */
export type WonLead = {
  id: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  company: string | null;
  stage: string;
  client_account_id: string | null;
};

/** Emails an answer to the client, once for each `answerId`. PT409: the request changed after it was read. */
export async function answerRequest(seen: ChangeRequest, answerId: string, answer: string): Promise<void> {
  await rpc("answer_change_request", {
    p_request_id: seen.id,
    p_expected_updated_at: seen.updated_at,
    p_answer: answer,
    p_answer_id: answerId,
  });
}

const MAX_ADMINS = 200;

/** Whom a request can be assigned to: active admins, by name. */
export const assignableQuery = queryOptions({
  queryKey: [...queryKeys.people(), "admins"],
  queryFn: async (): Promise<Assignee[]> => {
    const filter = { query: "", role: "admin", status: "active", sort: "name", descending: false } as const;
    return (await searchPeople(filter, 0, MAX_ADMINS)).people.map(({ userId, name }) => ({ id: userId, name }));
  },
});

/** Gives a request to an admin, or to no one. PT409: it is no longer `seen` who takes care of it. */
export async function assignRequest(requestId: string, seen: string | null, next: string | null): Promise<void> {
  await rpc("assign_change_request", {
    p_request_id: requestId,
    ...(next && { p_user_id: next }),
    ...(seen && { p_expected_user_id: seen }),
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
