import type { Database } from "../../../../supabase/database.types.ts";

type Row = Database["public"]["Tables"]["agency_settings"]["Row"];
export type Changes = Partial<Omit<Row, "id" | "created_at" | "updated_at">>;

/** The fields whose values differ from the loaded ones. */
export function changedFields(loaded: Row, values: Partial<Row>): Changes {
  const entries = Object.entries(values).filter(([name, value]) => !isEqual(loaded[name as keyof Row], value));
  return Object.fromEntries(entries) as Changes;
}

/** Whether someone else changed one of these fields after they were loaded. */
export function hasConflict(loaded: Row, current: Row, changes: Changes): boolean {
  return Object.keys(changes).some((name) => !isEqual(loaded[name as keyof Row], current[name as keyof Row]));
}

/** Compares stored values as JSON. The key order of an object does not matter. */
export function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
}
