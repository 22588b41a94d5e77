import { zoneText } from "../../../../domain/format-booking.ts";
import { formatFileSize } from "../../../../domain/format-count.ts";
import { formatDay, formatMoment } from "../../../../domain/format-date.ts";
import { formatMoney } from "../../../../domain/money.ts";

/** Labels that differ from the column's name. */
const LABELS: Record<string, string> = {
  notion_database_url: "Notion URL",
  original_user_id: "Imported for",
  dashboard_title: "Title",
  health_status: "Health",
  access_count: "Views",
  invoice_number: "Number",
  owed_amount: "Balance",
  kept_amount: "Amount kept",
  received_amount: "Amount received",
  refunded_amount: "Amount refunded",
  credited_amount: "Amount credited",
  user_id: "Person",
  client_id: "Client",
  account_id: "Account",
  client_account_id: "Client account",
  invoice_id: "Invoice",
  id: "ID",
  retainer_name: "Name",
  monthly_amount: "Monthly amount",
  duration_months: "Months",
  user_email: "Email",
  speed_to_lead_minutes: "Speed-to-lead target (minutes)",
  require_factor_of_admins: "Require two-step sign-in for admins",
  require_factor_of_sales: "Require two-step sign-in for sales reps",
  session_days: "Maximum session length (days)",
  session_idle_days: "Idle session length (days)",
  payment_days: "Days to pay",
  is_active: "Active",
  is_spam: "Spam",
  rots_after_days: "Stalled after (days)",
  keep_days: "Days to keep",
  logo_plate: "Logo on a white plate",
  accent: "Color",
  alt: "Alternative text",
  is_decorative: "Only decorative",
  focus_x: "Focus from the left (percent)",
  focus_y: "Focus from the top (percent)",
  published_at: "Published",
  is_duplicate: "Second payment",
  provider_ref: "Provider's reference",
  archived_at: "Archived",
  cancel_at_period_end: "Ends with its period",
  winner_version: "Rolled-out version",
};

/** 'due_date' is 'Due date'. */
export function fieldLabel(field: string): string {
  const words = field.replace(/_at$/, "").replace(/_id$/, "").replaceAll("_", " ");
  return LABELS[field] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

const MAX_LENGTH = 160;

/** Whether a value is code, which no one reads in a list. */
export const isHtml = (value: unknown): boolean =>
  typeof value === "string" && /<\/?[a-z][a-z0-9]*(\s[^<>]*)?>|<!doctype/i.test(value);

/** A stored value as a person reads it: money with its currency, dates, Yes and No. Lists, objects and HTML are only in the details. */
export function fieldText(field: string, value: unknown, row: Record<string, unknown>): string {
  if (value === null || value === undefined || value === "") return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number")
    return /(^|_)amount$/.test(field) && typeof row.currency === "string"
      ? formatMoney({ amount: value, currency: row.currency })
      : String(value);
  if (field === "currency" && typeof value === "string") return value.toUpperCase();
  if (field === "time_zone" && typeof value === "string") return zoneText(value);
  if (typeof value === "string") return readableText(value);
  if (Array.isArray(value)) return `${value.length} ${value.length === 1 ? "entry" : "entries"}`;
  return `${Object.keys(value).length} fields`;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;
/** A stored keyword, such as 'dashboard_change'. */
const KEYWORD = /^[a-z]+(_[a-z]+)+$/;

function readableText(value: string): string {
  if (isHtml(value)) return `HTML, ${formatFileSize(new TextEncoder().encode(value).length)}`;
  if (DAY.test(value)) return formatDay(value);
  if (MOMENT.test(value)) return formatMoment(value);
  if (KEYWORD.test(value)) return value.replaceAll("_", " ");
  return value.length > MAX_LENGTH ? `${value.slice(0, MAX_LENGTH)}…` : value;
}

/** The entries of a stored list or object, one a line: 'Monday: 09:00, 17:00'. Undefined for other values and empty ones. */
export function storedLines(stored: string): string[] | undefined {
  if (!/^[[{]/.test(stored)) return undefined;
  try {
    const value: unknown = JSON.parse(stored);
    if (typeof value !== "object" || value === null) return undefined;
    const lines = Array.isArray(value)
      ? value.map(inOneLine)
      : Object.entries(value).map(([key, part]) => `${fieldLabel(key)}: ${inOneLine(part) || "empty"}`);
    return lines.length > 0 ? lines : undefined;
  } catch {
    return undefined;
  }
}

function inOneLine(value: unknown): string {
  if (Array.isArray(value)) return value.map(inOneLine).join(", ");
  if (typeof value === "object" && value !== null)
    return Object.entries(value)
      .map(([key, part]) => `${fieldLabel(key)} ${inOneLine(part)}`)
      .join(", ");
  return fieldText("", value, {});
}
