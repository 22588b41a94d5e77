import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";

/** The stages in order. Throws ServiceError. */
export async function listStages() {
  const supabase = await getSupabase();
  const { data, error, status } = await supabase.from("pipeline_stages").select("*").order("position");
  if (error) throw toServiceError(error, "/rest/v1/pipeline_stages", status);
  return data;
}

export type Stage = Awaited<ReturnType<typeof listStages>>[number];
export type StageChange = { stage: Stage; label: string; rotsAfterDays: number | null };

/** Writes one stage if it is still as it was loaded; the new row, or null when somebody else changed it. Throws ServiceError. */
export async function saveStage({ stage, label, rotsAfterDays }: StageChange): Promise<Stage | null> {
  const supabase = await getSupabase();
  const { data, error, status } = await supabase
    .from("pipeline_stages")
    .update({ label, rots_after_days: rotsAfterDays })
    .eq("key", stage.key)
    .eq("updated_at", stage.updated_at)
    .select()
    .maybeSingle();
  if (error) throw toServiceError(error, "/rest/v1/pipeline_stages", status);
  return data;
}

/** Why leads are lost, in order, hidden ones too. Throws ServiceError. */
export async function listLostReasons() {
  const supabase = await getSupabase();
  const { data, error, status } = await supabase.from("lost_reasons").select("*").order("position").order("label");
  if (error) throw toServiceError(error, "/rest/v1/lost_reasons", status);
  return data;
}

export type LostReason = Awaited<ReturnType<typeof listLostReasons>>[number];

/** Adds a reason at the end. Throws ServiceError; code 23505: there is one of that name. */
export async function addLostReason(label: string, position: number): Promise<void> {
  const supabase = await getSupabase();
  const { error, status } = await supabase.from("lost_reasons").insert({ label, position });
  if (error) throw toServiceError(error, "/rest/v1/lost_reasons", status);
}

type ReasonChange = Partial<Pick<LostReason, "label" | "is_active">>;

/** Changes one reason. Throws ServiceError; code 23505: there is one of that name. */
export async function changeLostReason(id: string, change: ReasonChange): Promise<void> {
  const supabase = await getSupabase();
  const { error, status } = await supabase.from("lost_reasons").update(change).eq("id", id);
  if (error) throw toServiceError(error, "/rest/v1/lost_reasons", status);
}

/** Puts the reasons into this order; all of them are named. Throws ServiceError; code PT409: others were added meanwhile. */
export async function orderLostReasons(ids: string[]): Promise<void> {
  const supabase = await getSupabase();
  const { error, status } = await supabase.rpc("order_lost_reasons", { p_ids: ids });
  if (error) throw toServiceError(error, "/rest/v1/rpc/order_lost_reasons", status);
}
