import { runQuery } from "~/shared/api.ts";
import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";
import { readRefusal } from "../../../../domain/refusals.ts";
import { type Changes, changedFields, hasConflict } from "./settings-changes.ts";

/** The agency's settings as stored. Throws ServiceError. */
export async function loadAgencySettings() {
  const data = await runQuery((db) => db.from("agency_settings").select("*").single());
  return data;
}

export type AgencySettings = Awaited<ReturnType<typeof loadAgencySettings>>;

export type SaveOutcome =
  | { kind: "saved"; row: AgencySettings }
  /** Somebody else changed one of the same fields meanwhile; nothing was written. */
  | { kind: "conflict" }
  /** The next invoice number is used already; `floor` is the smallest possible one. */
  | { kind: "number-used"; floor: number };

const MAX_ATTEMPTS = 3;

/**
 * Writes what differs from what was loaded, if the row is still the loaded one. Was only something else of it changed
 * meanwhile, it is tried once more on top of that: nothing of anybody is overwritten. Throws ServiceError.
 */
export async function saveAgencySettings(
  loaded: AgencySettings,
  values: Partial<AgencySettings>,
): Promise<SaveOutcome> {
  const changes = changedFields(loaded, values);
  let base = loaded;
  for (let tried = 0; tried < MAX_ATTEMPTS; tried += 1) {
    const outcome = await write(base.updated_at, changes);
    if (outcome) return outcome;
    base = await loadAgencySettings();
    if (hasConflict(loaded, base, changes)) return { kind: "conflict" };
  }
  return { kind: "conflict" };
}

/** Null when the row is no longer the one of that moment. */
async function write(updatedAt: string, changes: Changes): Promise<SaveOutcome | null> {
  const supabase = await getSupabase();
  const { data, error, status } = await supabase
    .from("agency_settings")
    .update(changes)
    .eq("id", true)
    .eq("updated_at", updatedAt)
    .select()
    .maybeSingle();
  const refusal = error && readRefusal(error);
  if (refusal?.code === "invoice_number_used") return { kind: "number-used", floor: Number(refusal.facts.lowest) };
  if (error) throw toServiceError(error, "/rest/v1/agency_settings", status);
  return data && { kind: "saved", row: data };
}
