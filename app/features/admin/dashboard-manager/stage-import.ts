import { rpc } from "~/shared/api.ts";
import { getSupabase } from "~/shared/supabase.ts";
import { type ImportPlan, toBatches } from "../../../../domain/dashboard-import.ts";

/** What an admin should look at in an entry that is added, found in the file or by the database. */
export type Warning = { position: number; name: string; reason: string };

/** What an import will do, checked by the database; nothing has been added yet. */
export type StagedImport = { id: string; plan: ImportPlan; warnings: Warning[]; repeated: number[] };

/** The same dashboard twice: an admin may leave these out. */
const DUPLICATE_REASONS = new Set(["duplicate", "exists"]);

type Progress = (done: number) => void;

/** Hands a plan over in batches and asks what is odd about it. Aborted, it forgets it. Throws ServiceError. */
export async function stageImport(plan: ImportPlan, onProgress: Progress, signal: AbortSignal): Promise<StagedImport> {
  const id = crypto.randomUUID();
  let done = 0;
  for (const batch of toBatches(plan.entries)) {
    signal.throwIfAborted();
    await rpc("stage_dashboard_import", { p_import_id: id, p_entries: batch });
    done += batch.length;
    onProgress(done);
  }
  signal.throwIfAborted();
  const found = done > 0 ? await checkImport(id, plan) : [];
  const warnings = [...plan.warnings, ...found].sort((a, b) => a.position - b.position);
  const repeated = new Set(
    warnings.filter(({ reason }) => DUPLICATE_REASONS.has(reason)).map(({ position }) => position),
  );
  return { id, plan, warnings, repeated: [...repeated] };
}

async function checkImport(id: string, plan: ImportPlan): Promise<Warning[]> {
  const names = new Map(plan.entries.map(({ position, business_name }) => [position, business_name]));
  const data = await rpc("check_dashboard_import", { p_import_id: id });
  return data.map(({ position, problem }) => ({ position, reason: problem, name: names.get(position) ?? "" }));
}

/** Adds everything but what is left out, or nothing, and answers how many; sent twice it happens once. Throws ServiceError. */
export async function finishImport(id: string, leftOut: number[]): Promise<number> {
  const data = await rpc("finish_dashboard_import", {
    p_import_id: id,
    p_left_out: leftOut,
  });
  return data;
}

/** Forgets what was handed over; what is left behind, the database forgets within a day. */
export async function discardImport(id: string): Promise<void> {
  const supabase = await getSupabase();
  await supabase.rpc("discard_dashboard_import", { p_import_id: id });
}
