import { runQuery } from "~/shared/api.ts";

/** When the oldest role that is not active was asked for; null without one. Throws ServiceError. */
export async function loadSubmittedAt(userId: string): Promise<string | null> {
  const data = await runQuery((db) =>
    db
      .from("user_roles")
      .select("created_at")
      .eq("user_id", userId)
      .neq("status", "active")
      .order("created_at", { ascending: true })
      .limit(1),
  );
  return data[0]?.created_at ?? null;
}
