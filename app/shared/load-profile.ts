import { runQuery } from "./api.ts";

export type Profile = { first_name: string | null; last_name: string | null; company: string | null };

/** Spec §7: SELECT profiles where user_id. Null without a row. */
export function loadProfile(userId: string): Promise<Profile | null> {
  return runQuery((db) =>
    db.from("profiles").select("first_name, last_name, company").eq("user_id", userId).maybeSingle(),
  );
}
