import { rpc } from "~/shared/api.ts";
import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";

export type AuditedRow = Record<string, unknown>;

export type AuditEntry = {
  id: number;
  happened_at: string;
  actor_email: string | null;
  action: string;
  table_name: string;
  row_id: string;
  subject: string | null;
  before: AuditedRow | null;
  after: AuditedRow | null;
};

/** What to show; an empty text means all. `from` is a day, YYYY-MM-DD. */
export type AuditFilter = { table: string; action: string; actor: string; from: string };

const PAGE_SIZE = 50;

/** Entries newest first, below an id where one is given; `next` is where the next page begins. Throws ServiceError. */
export async function listAuditEntries(filter: AuditFilter, below: number | null) {
  const supabase = await getSupabase();
  let query = supabase.from("audit_log").select("*").order("id", { ascending: false }).limit(PAGE_SIZE);
  if (below !== null) query = query.lt("id", below);
  if (filter.table) query = query.eq("table_name", filter.table);
  if (filter.action) query = query.eq("action", filter.action);
  if (filter.actor) query = query.ilike("actor_email", `%${filter.actor.replace(/[%_\\]/g, "\\$&")}%`);
  if (filter.from) query = query.gte("happened_at", new Date(`${filter.from}T00:00:00`).toISOString());
  const { data, error, status } = await query;
  if (error) throw toServiceError(error, "/rest/v1/audit_log", status);
  const entries = data as AuditEntry[];
  return { entries, next: entries.length === PAGE_SIZE ? (entries.at(-1)?.id ?? null) : null };
}

/** Takes a change back, or brings a deleted row back. Throws ServiceError: PT409 not safe, with the reason. */
export async function restoreAuditEntry(id: number): Promise<void> {
  await rpc("restore_audit_entry", { p_entry_id: id });
}
