import { fullName } from "~/shared/display-name.ts";
import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";

/** What colleagues are called, by their ids. Throws ServiceError. */
export async function loadUserNames(ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const userIds = [...new Set(ids.filter((id) => id !== null))];
  if (userIds.length === 0) return new Map();
  const supabase = await getSupabase();
  const { data, error, status } = await supabase.from("profiles").select("*").in("user_id", userIds);
  if (error) throw toServiceError(error, "/rest/v1/profiles", status);
  return new Map(data.map((profile) => [profile.user_id, fullName(profile, undefined)]));
}
