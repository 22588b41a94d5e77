import { rpc } from "~/shared/api.ts";

export type LeadSearchResult = {
  id: string;
  name: string | null;
  company: string | null;
  email: string | null;
  phone: string | null;
  stage: string;
  owner_name: string | null;
};

/** The leads that match a typed text, best first; tolerates typos. Throws ServiceError. */
export function searchLeads(query: string, limit = 8): Promise<LeadSearchResult[]> {
  return rpc("search_leads", { p_query: query, p_limit: limit });
}
