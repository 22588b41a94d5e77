import { runQuery } from "~/shared/api.ts";

/** How long each kind of record is kept, in the order of the list. Throws ServiceError. */
export async function listRetention() {
  const data = await runQuery((db) => db.from("retention_settings").select("*").order("position"));
  return data;
}

export type Retention = Awaited<ReturnType<typeof listRetention>>[number];
export type RetentionChange = { setting: Retention; days: number };

/** Writes one period if it is still as it was loaded; the new row, or null when somebody else changed it. Throws ServiceError. */
export async function saveRetention({ setting, days }: RetentionChange): Promise<Retention | null> {
  const data = await runQuery((db) =>
    db
      .from("retention_settings")
      .update({ keep_days: days })
      .eq("kind", setting.kind)
      .eq("updated_at", setting.updated_at)
      .select()
      .maybeSingle(),
  );
  return data;
}
