import { runQuery } from "~/shared/api.ts";
import { fullName } from "~/shared/display-name.ts";

/** What colleagues are called, by their ids. Throws ServiceError. */
export async function loadUserNames(ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const asked = [...new Set(ids.filter((id) => id !== null))];
  if (asked.length === 0) return new Map();
  const data = await runQuery((db) => db.from("profiles").select("*").in("user_id", asked));
  return new Map(data.map((profile) => [profile.user_id, fullName(profile, undefined)]));
}
