import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { rpc } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { personAccounts } from "../lib/person-accounts.ts";

export const CLIENT_SORTS = ["company", "owed", "active", "created"] as const;
export type ClientSort = (typeof CLIENT_SORTS)[number];
export type ClientSearchParams = { query: string; sort: ClientSort; descending: boolean; page: number };

/** A page of clients. Amounts are of what names each person, by currency, in the smallest unit. */
export const clientSearch = z.object({
  rows: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      company: z.nullable(z.string()),
      status: z.enum(["pending", "active", "inactive"]),
      owed: z.array(z.object({ currency: z.string(), amount: z.number(), invoices: z.number(), overdue: z.number() })),
      monthly: z.array(z.object({ currency: z.string(), amount: z.number() })),
      accounts: personAccounts,
      open_requests: z.number(),
      last_active: z.nullable(z.string()),
      created_at: z.string(),
      /** An account of theirs that owes money; null when none does. */
      owing_account: z.nullable(z.string()),
    }),
  ),
  total: z.number(),
});
export type ClientSearch = z.infer<typeof clientSearch>;
export type ListedClient = ClientSearch["rows"][number];

export const PAGE_SIZE = 50;

/** Some of the matching clients, at most 200 of them. */
export const searchClients = ({ query, sort, descending }: ClientSearchParams, limit: number, offset: number) =>
  rpc(
    "search_clients",
    { p_query: query, p_sort: sort, p_descending: descending, p_limit: limit, p_offset: offset },
    clientSearch,
  );

/** The clients whose name, company or address contains every word. */
export const clientsQuery = (params: ClientSearchParams) =>
  queryOptions({
    queryKey: queryKeys.clientList(params),
    queryFn: () => searchClients(params, PAGE_SIZE, (params.page - 1) * PAGE_SIZE),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    refetchInterval: 60_000,
  });
