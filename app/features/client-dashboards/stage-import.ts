import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";
import { type ImportPlan, toBatches } from "../../../domain/dashboard-import.ts";

/** Why the database cannot add an entry. */
export type Conflict = { position: number; name: string; problem: string };

/** What an import will do, checked by the database; nothing has been added yet. */
export type StagedImport = { id: string; plan: ImportPlan; conflicts: Conflict[]; adds: number };

type Progress = (done: number) => void;

/** Hands a plan over in batches and asks what of it cannot be added. Aborted, it forgets it. Throws ServiceError. */
export async function stageImport(plan: ImportPlan, onProgress: Progress, signal: AbortSignal): Promise<StagedImport> {
  const id = crypto.randomUUID();
  const supabase = await getSupabase();
  let done = 0;
  for (const batch of toBatches(plan.entries)) {
    signal.throwIfAborted();
    const { error, status } = await supabase.rpc("stage_dashboard_import", { p_import_id: id, p_entries: batch });
    if (error) throw toServiceError(error, "/rest/v1/rpc/stage_dashboard_import", status);
    done += batch.length;
    onProgress(done);
  }
  signal.throwIfAborted();
  const conflicts = done > 0 ? await checkImport(id, plan) : [];
  return { id, plan, conflicts, adds: plan.entries.length - conflicts.length };
}

async function checkImport(id: string, plan: ImportPlan): Promise<Conflict[]> {
  const supabase = await getSupabase();
  const names = new Map(plan.entries.map(({ position, business_name }) => [position, business_name]));
  const { data, error, status } = await supabase.rpc("check_dashboard_import", { p_import_id: id });
  if (error) throw toServiceError(error, "/rest/v1/rpc/check_dashboard_import", status);
  return data.map(({ position, problem }) => ({ position, problem, name: names.get(position) ?? "" }));
}

/** Adds everything that can be added, or nothing, and answers how many; sent twice it happens once. Throws ServiceError. */
export async function finishImport({ id, conflicts }: StagedImport): Promise<number> {
  const supabase = await getSupabase();
  const { data, error, status } = await supabase.rpc("finish_dashboard_import", {
    p_import_id: id,
    p_left_out: conflicts.map(({ position }) => position),
  });
  if (error) throw toServiceError(error, "/rest/v1/rpc/finish_dashboard_import", status);
  return data;
}

/** Forgets what was handed over; what is left behind, the database forgets within a day. */
export async function dropImport(id: string): Promise<void> {
  const supabase = await getSupabase();
  await supabase.rpc("drop_dashboard_import", { p_import_id: id });
}
