/** A table of the export: what orders its pages, and its columns where not all may be read. */
export type ExportTable = { name: string; key: readonly string[]; columns?: string };

/** Everything public that an admin may read. Visitors' messages and e-mails' texts are not among it: their policies say so. */
export const EXPORT_TABLES = [
  { name: "agency_settings", key: ["id"] },
  { name: "profiles", key: ["user_id"] },
  { name: "user_roles", key: ["user_id", "role"] },
  {
    name: "invitations",
    key: ["id"],
    columns: "id, email, role, invited_by, created_at, expires_at, revoked_at, accepted_at, accepted_by",
  },
  { name: "client_dashboards", key: ["id"] },
  { name: "change_requests", key: ["id"] },
  { name: "invoices", key: ["id"] },
  { name: "invoice_lines", key: ["id"] },
  { name: "payments", key: ["id"] },
  { name: "retainers", key: ["id"] },
  { name: "leads", key: ["id"] },
  { name: "lead_activities", key: ["id"] },
  { name: "applications", key: ["id"] },
  { name: "landing_pages", key: ["id"] },
  { name: "pipeline_stages", key: ["key"] },
  { name: "lost_reasons", key: ["id"] },
  { name: "audit_log", key: ["id"] },
] as const satisfies readonly ExportTable[];

/** The filter for the rows after this one, in PostgREST's words: (a) > (x), or with two columns (a, b) > (x, y). */
export function rowsAfter(key: readonly string[], last: Record<string, unknown>): string {
  return key
    .map((column, at) => {
      const equal = key.slice(0, at).map((before) => `${before}.eq.${quoted(last[before])}`);
      const after = `${column}.gt.${quoted(last[column])}`;
      return equal.length ? `and(${[...equal, after].join(",")})` : after;
    })
    .join(",");
}

function quoted(value: unknown): string {
  const text = String(value);
  return /^[\w-]+$/.test(text) ? text : `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
