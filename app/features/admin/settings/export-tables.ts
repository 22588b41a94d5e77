/** An exported table: the key that orders its pages, and how it is read. */
export type ExportTable = {
  name: string;
  key: readonly string[];
  /** The columns, when an admin can't read all of them. */
  columns?: string;
  /** Columns that are left out besides the secret ones. */
  without?: readonly string[];
  /** The rows of a page, where they are long. */
  pageSize?: number;
  /** Row-level security shows an admin one account at a time, so the table is read once for each account. */
  ofAccount?: true;
};

const id = ["id"] as const;
const ofAccount = true;
/** For two hours, a visitor's browser proves with it that it sent the form. */
const FORM_ID = ["submission_id"] as const;

/** The tables of the file, in its order. `account_id` says which account a row belongs to. */
export const EXPORT_TABLES: readonly ExportTable[] = [
  { name: "accounts", key: id },
  { name: "account_members", key: ["account_id", "user_id"] },
  { name: "account_loans", key: ["account_id", "user_id"] },
  { name: "agency_settings", key: id },
  { name: "retention_settings", key: ["kind"] },
  { name: "profiles", key: ["user_id"] },
  { name: "user_roles", key: ["user_id", "role"] },
  { name: "admin_emails", key: ["email"] },
  { name: "premium_overrides", key: ["email"] },
  {
    name: "invitations",
    key: id,
    columns:
      "id, email, role, invited_by, created_at, expires_at, revoked_at, accepted_at, accepted_by, account_id, account_role",
  },
  { name: "client_dashboards", key: id },
  { name: "change_requests", key: id },
  { name: "change_request_answers", key: id, columns: "id, request_id, body, created_at, from_client, reopens" },
  { name: "request_assignments", key: ["request_id"] },
  { name: "invoices", key: id },
  { name: "invoice_lines", key: id },
  { name: "invoice_credits", key: id, columns: "id, invoice_id, amount, reason, created_at, removed_at" },
  { name: "invoice_events", key: id },
  { name: "payments", key: id },
  { name: "retainers", key: id },
  { name: "retainer_charges", key: ["retainer_id", "charge_date"] },
  { name: "subscriptions", key: ["user_id"] },
  { name: "applications", key: id, without: FORM_ID },
  { name: "pipeline_stages", key: ["key"] },
  { name: "lost_reasons", key: id, ofAccount },
  { name: "leads", key: id, ofAccount },
  { name: "lead_activities", key: id, ofAccount },
  { name: "lead_pins", key: ["activity_id"], ofAccount },
  { name: "lead_retractions", key: ["activity_id"], ofAccount },
  { name: "lead_tasks", key: id, ofAccount },
  { name: "lead_clocks", key: id, ofAccount },
  { name: "lead_clock_events", key: id, ofAccount },
  { name: "lead_batches", key: id, ofAccount },
  { name: "lead_imports", key: id, ofAccount },
  { name: "lead_views", key: id, ofAccount },
  { name: "email_templates", key: id, ofAccount },
  { name: "lead_routing", key: ["account_id"], ofAccount },
  { name: "rotas", key: ["account_id", "user_id"], ofAccount },
  { name: "absences", key: id },
  { name: "meeting_types", key: id, ofAccount },
  { name: "meeting_hosts", key: ["meeting_type_id", "user_id"], ofAccount },
  {
    name: "bookings",
    key: id,
    columns:
      "id, account_id, meeting_type_id, lead_id, state, starts_at, ends_at, name, email, phone, time_zone, answers, title, location, location_details, page_id, sequence, decided_at, decided_by, created_at, updated_at",
    ofAccount,
  },
  { name: "booking_hosts", key: ["booking_id", "user_id"], ofAccount },
  { name: "booking_events", key: id, ofAccount },
  { name: "landing_pages", key: id, pageSize: 10 },
  { name: "landing_drafts", key: ["page_id"], pageSize: 10, ofAccount },
  { name: "landing_page_versions", key: ["page_id", "number"], pageSize: 10, ofAccount },
  { name: "landing_publish_requests", key: ["page_id"], pageSize: 10 },
  {
    name: "landing_previews",
    key: id,
    columns: "id, page_id, expires_at, revoked_at, created_by, created_at, account_id",
    ofAccount,
  },
  { name: "landing_domains", key: id, ofAccount },
  { name: "landing_brands", key: ["account_id"], ofAccount },
  { name: "landing_pictures", key: ["name"], ofAccount },
  { name: "landing_imports", key: id, ofAccount },
  { name: "landing_submissions", key: id, without: FORM_ID, ofAccount },
  { name: "landing_submission_files", key: ["path"], ofAccount },
  { name: "landing_views", key: ["page_id", "day", "version", "source"], ofAccount },
  { name: "landing_visits", key: ["page_id", "day", "version", "width"], ofAccount },
  { name: "landing_clicks", key: ["page_id", "version", "width", "block", "x", "y"], ofAccount },
  { name: "landing_tests", key: id, ofAccount },
  { name: "landing_test_variants", key: ["test_id", "version"], ofAccount },
  { name: "landing_test_views", key: ["test_id", "day", "version", "source"], ofAccount },
  { name: "landing_test_visits", key: ["test_id", "version"], ofAccount },
  { name: "audit_log", key: id, pageSize: 200 },
];

/** The tables that aren't in the file, and why. A test fails for a table that is in neither list. */
export const NOT_EXPORTED: Record<string, string> = {
  contacts: "No one reads them. Each became a lead with the same words.",
  calendar_subscriptions: "Their addresses are as good as passwords, and only their owner reads them.",
  notification_choices: "Only their owner reads them, and has them in the file with their own data.",
};

/** What lets someone in, and hashes of it. It isn't in the file, nor in the audit log's copies of rows. */
const SECRETS = ["token", "token_hash", "manage_key", "ip_hash"];

type Row = Record<string, unknown>;

/** A row as it is in the file. */
export function exportedRow({ name, without = [] }: Pick<ExportTable, "name" | "without">, row: Row): Row {
  const open = withoutFields(row, [...SECRETS, ...without]);
  if (name !== "audit_log") return open;
  return { ...open, before: openCopy(row.before), after: openCopy(row.after) };
}

const openCopy = (copy: unknown) =>
  copy && typeof copy === "object" && !Array.isArray(copy) ? withoutFields(copy as Row, SECRETS) : copy;

const withoutFields = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
