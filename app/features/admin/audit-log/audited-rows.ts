import { isUuid } from "~/shared/is-uuid.ts";

/** The stored columns of a row by name. */
export type AuditedRow = Record<string, unknown> | null;

export type SubjectOf = { action: string; table_name: string; row_id: string; before: AuditedRow; after: AuditedRow };

/** The person whom an entry is about, as private.subject_of in the database. */
export function subjectId({ action, table_name, row_id, before, after }: SubjectOf): string | null {
  const row = after ?? before;
  const id = action === "view" && table_name !== "accounts" ? row_id : (row?.["user_id"] ?? row?.["client_id"]);
  return typeof id === "string" && isUuid(id) ? id : null;
}

/** Fields that only the product reads. */
const HIDDEN_FIELDS = new Set(["updated_at", "token_hash", "version", "search_text", "is_announced", "is_revert"]);

/** Fields that follow from others. They are only in the details. */
export const DERIVED_FIELDS = new Set(["reached", "stage_entered_at", "last_activity_at", "revision", "charges_from"]);

export type RawChange = { field: string; before: string; after: string };

/** Every stored value that differs; for a new or deleted row, the fields with values. */
export function rawChanges({ before, after }: Pick<SubjectOf, "before" | "after">): RawChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .filter((field) => !HIDDEN_FIELDS.has(field) && raw(before, field) !== raw(after, field))
    .map((field) => ({ field, before: raw(before, field), after: raw(after, field) }));
}

function raw(row: AuditedRow, field: string): string {
  const value = row?.[field];
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Numbers that count on by themselves. A revert would give the same number twice. */
const COUNTERS = new Set(["next_invoice_number"]);

/** Whether a change only counts on. */
export function isCounting(entry: Pick<SubjectOf, "action" | "before" | "after">): boolean {
  const changes = entry.action === "update" ? rawChanges(entry) : [];
  return changes.length > 0 && changes.every(({ field }) => COUNTERS.has(field));
}

/** The tables whose rows can be restored as they were, as private.restorable_table. */
export const RESTORABLE = new Set([
  "client_dashboards",
  "premium_overrides",
  "agency_settings",
  "retainers",
  "landing_pages",
]);
