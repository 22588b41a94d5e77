import { rpc, runQuery } from "~/shared/api.ts";

/** The stages in order. Throws ServiceError. */
export async function listStages() {
  const data = await runQuery((db) => db.from("pipeline_stages").select("*").order("position"));
  return data;
}

export type Stage = Awaited<ReturnType<typeof listStages>>[number];
export type StageChange = { stage: Stage; label: string; rotsAfterDays: number | null };

/** Writes one stage if it is still as it was loaded; the new row, or null when somebody else changed it. Throws ServiceError. */
export async function saveStage({ stage, label, rotsAfterDays }: StageChange): Promise<Stage | null> {
  const data = await runQuery((db) =>
    db
      .from("pipeline_stages")
      .update({ label, rots_after_days: rotsAfterDays })
      .eq("key", stage.key)
      .eq("updated_at", stage.updated_at)
      .select()
      .maybeSingle(),
  );
  return data;
}

/** Why leads are lost, in order, hidden ones too. Throws ServiceError. */
export async function listLostReasons() {
  const data = await runQuery((db) => db.from("lost_reasons").select("*").order("position").order("label"));
  return data;
}

export type LostReason = Awaited<ReturnType<typeof listLostReasons>>[number];

/** Adds a reason at the end. Throws ServiceError; code 23505: there is one of that name. */
export async function addLostReason(label: string, position: number): Promise<void> {
  await runQuery((db) => db.from("lost_reasons").insert({ label, position }));
}

type ReasonChange = Partial<Pick<LostReason, "label" | "is_active">>;

/** Changes one reason. Throws ServiceError; code 23505: there is one of that name. */
export async function changeLostReason(id: string, change: ReasonChange): Promise<void> {
  await runQuery((db) => db.from("lost_reasons").update(change).eq("id", id));
}

/** Puts the reasons into this order; all of them are named. Throws ServiceError; code PT409: others were added meanwhile. */
export async function orderLostReasons(ids: string[]): Promise<void> {
  await rpc("order_lost_reasons", { p_ids: ids });
}
