import { rpc, runQuery } from "~/shared/api.ts";

/** Spec §2 Leads: by the owning user, or by the lead's company. */
export type Grouping = "owner" | "company";

export type Lead = {
  id: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  company: string | null;
  source: string;
  created_at: string;
  /** Whose lead it is, or Unassigned. */
  owner: string;
};

export type LeadGroup = {
  key: string;
  name: string;
  /** How many leads it has, or how many of them the search finds. */
  leads: number;
  /** Found by its own name: all its leads count, whatever they are called. */
  whole: boolean;
  shown: Lead[];
};

export type LeadGroupPage = { groups: LeadGroup[]; total: number; next: number | null };

const PAGE_SIZE = 10;

/** A page of groups, the largest first, each with its newest leads. Throws ServiceError. */
export async function listLeadGroups(
  by: Grouping,
  query: string,
  from: number,
  signal: AbortSignal,
): Promise<LeadGroupPage> {
  const data = await runQuery((db) =>
    db.rpc("list_lead_groups", { p_by: by, p_query: query, p_limit: PAGE_SIZE, p_offset: from }).abortSignal(signal),
  );
  const total = data[0]?.total_groups ?? 0;
  const groups = data.map(({ shown, ...group }) => ({ ...group, shown: shown as unknown as Lead[] }));
  return { groups, total, next: from + groups.length < total && groups.length > 0 ? from + groups.length : null };
}

const MORE_PAGE_SIZE = 25;

/** The next leads of one group, older than the last one shown. Throws ServiceError. */
export async function listGroupLeads(by: Grouping, key: string, query: string, last: Lead): Promise<Lead[]> {
  const data = await rpc("list_group_leads", {
    p_by: by,
    p_key: key,
    p_query: query,
    p_before: last.created_at,
    p_before_id: last.id,
    p_limit: MORE_PAGE_SIZE,
  });
  return data as unknown as Lead[];
}
