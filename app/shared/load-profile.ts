import { toServiceError } from "./service-error.ts";
import { getSupabase } from "./supabase.ts";

export type Profile = { first_name: string | null; last_name: string | null; company: string | null };

/** What somebody told about themselves (spec §7: SELECT profiles where user_id); null without a row. Throws ServiceError. */
export async function loadProfile(userId: string): Promise<Profile | null> {
  const supabase = await getSupabase();
  const { data, error, status } = await supabase
    .from("profiles")
    .select("first_name, last_name, company")
    .eq("user_id", userId)
    .maybeSingle();
  if (error) throw toServiceError(error, "/rest/v1/profiles", status);
  return data;
}
