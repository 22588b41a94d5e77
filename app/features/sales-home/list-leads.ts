import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";

export type Lead = {
  id: string;
  user_id: string | null;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  company: string | null;
  source: string;
  created_at: string;
};

export type LeadPage = { leads: Lead[]; mine: number; unclaimed: number };

/** How many of the newest leads are listed; the counts are of all. */
export const LEADS_SHOWN = 100;
const COLUMNS = "id, user_id, first_name, last_name, email, company, source, created_at";

/** The newest own and unclaimed leads, with the counts of both, archived and spam left out. Throws ServiceError. */
export async function listLeads(userId: string): Promise<LeadPage> {
  const leads = (await getSupabase()).from("leads");
  const live = () => leads.select("id", { count: "exact", head: true }).is("archived_at", null).eq("is_spam", false);
  const [page, mine, unclaimed] = await Promise.all([
    leads
      .select(COLUMNS)
      .is("archived_at", null)
      .eq("is_spam", false)
      .or(`user_id.eq.${userId},user_id.is.null`)
      .order("created_at", { ascending: false })
      .limit(LEADS_SHOWN),
    live().eq("user_id", userId),
    live().is("user_id", null),
  ]);
  const failed = [page, mine, unclaimed].find(({ error }) => error);
  if (failed?.error) throw toServiceError(failed.error, "/rest/v1/leads", failed.status);
  return { leads: page.data ?? [], mine: mine.count ?? 0, unclaimed: unclaimed.count ?? 0 };
}
