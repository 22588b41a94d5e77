import type { AuditEntry, AuditedRow } from "./api.ts";

/** Readable names of the tables. */
export const TABLE_NAMES: Record<string, string> = {
  user_roles: "Role",
  profiles: "Profile",
  invitations: "Invitation",
  client_dashboards: "Dashboard",
  invoices: "Invoice",
  invoice_lines: "Invoice line",
  payments: "Payment",
  retainers: "Retainer",
  change_requests: "Change request",
  leads: "Lead",
  landing_pages: "Landing page",
  agency_settings: "Agency settings",
  admin_emails: "Admin email",
  premium_overrides: "Premium override",
  pipeline_stages: "Pipeline stage",
  lost_reasons: "Lost reason",
  mfa_factors: "Authenticator app",
  erasures: "Erasure",
};

const VERBS: Record<string, string> = { insert: "added", update: "changed", delete: "deleted" };
/** The fields that identify a row best, in this order. */
const NAMES = [
  "invoice_number",
  "business_name",
  "retainer_name",
  "slug",
  "label",
  "email",
  "description",
  "first_name",
  "agency_name",
];
const RESTORABLE = new Set(["client_dashboards", "premium_overrides", "agency_settings", "retainers", "landing_pages"]);
const HIDDEN_FIELDS = new Set(["updated_at", "token_hash"]);

/** A title such as 'Dashboard changed', and the dashboard's name. */
export function describeEntry({ table_name, action, before, after, row_id, subject }: AuditEntry): {
  action: string;
  subject: string;
} {
  const row = after ?? before ?? {};
  const name = NAMES.map((key) => row[key]).find((value) => typeof value === "string" && value !== "");
  if (table_name === "erasures") return { action: "Person erased", subject: String(row.tombstone ?? row_id) };
  const what = `${TABLE_NAMES[table_name] ?? table_name} ${VERBS[action] ?? action}`;
  const role = table_name === "user_roles" ? `${row.role} for ` : "";
  return { action: what, subject: `${role}${name ?? subject ?? row_id}` };
}

export type FieldChange = { field: string; before: string; after: string };

/** The changed fields; for a new or deleted row, the fields with values. */
export function changedFields({ before, after }: Pick<AuditEntry, "before" | "after">): FieldChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .filter((field) => !HIDDEN_FIELDS.has(field) && text(before, field) !== text(after, field))
    .map((field) => ({ field, before: text(before, field), after: text(after, field) }));
}

/** Whether changes of this kind can be reverted. The database decides whether this entry still can be. */
export function isRestorable({ table_name, action }: Pick<AuditEntry, "table_name" | "action">): boolean {
  return RESTORABLE.has(table_name) && action !== "insert";
}

function text(row: AuditedRow | null, field: string): string {
  const value = row?.[field];
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
