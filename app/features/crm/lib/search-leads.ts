import { callCrm } from "./call-crm.ts";

export type LeadSearchResult = {
  id: string;
  name: string | null;
  company: string | null;
  email: string | null;
  phone: string | null;
  stage: string;
  owner_name: string | null;
};

/** The leads that fit what one typed, best first, tolerant of typos. */
export function searchLeads(query: string, limit = 8): Promise<LeadSearchResult[]> {
  return callCrm<LeadSearchResult[]>("search_leads", { p_query: query, p_limit: limit });
}
