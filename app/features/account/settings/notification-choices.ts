import { runQuery } from "~/shared/api.ts";

/** What somebody chose, by kind; what they never chose is sent. Throws ServiceError. */
export async function listNotificationChoices(userId: string): Promise<Record<string, boolean>> {
  const data = await runQuery((db) => db.from("notification_choices").select("kind, wanted").eq("user_id", userId));
  return Object.fromEntries(data.map(({ kind, wanted }) => [kind, wanted]));
}

/** Keeps one choice. Throws ServiceError. */
export async function saveNotificationChoice(userId: string, kind: string, wanted: boolean): Promise<void> {
  await runQuery((db) =>
    db.from("notification_choices").upsert({ user_id: userId, kind, wanted }, { onConflict: "user_id,kind" }),
  );
}
