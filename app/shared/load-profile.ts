import { runQuery } from "./api.ts";

export type Profile = { first_name: string | null; last_name: string | null; company: string | null };

/** What somebody told about themselves (spec §7: SELECT profiles where user_id); null without a row. Throws ServiceError. */
export async function loadProfile(userId: string): Promise<Profile | null> {
  const data = await runQuery((db) =>
    db.from("profiles").select("first_name, last_name, company").eq("user_id", userId).maybeSingle(),
  );
  return data;
}
