import { csvLine } from "./csv-writer.ts";
import { EXPORT_COLUMNS, type ExportColumn } from "./export-columns.ts";
import { leadName } from "./lead-name.ts";
import { SOURCE_NAMES } from "./lead-sources.ts";
import { formatInputAmount } from "./money.ts";

/** A lead of export_leads(). */
export type ExportedLead = Record<string, unknown>;

export const EXPORT_FORMATS = ["csv", "notion"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** A file of leads, in parts, so that any number of leads needs only the memory of one. */
export type LeadFile = {
  /** The beginning of its name. */
  name: string;
  /** The header row, with what comes before it. */
  start: string;
  line: (lead: ExportedLead) => string;
};

/** The file for spreadsheets, which our own import reads back, or the one for Notion. */
export function leadFile(format: ExportFormat, chosen?: readonly ExportColumn[]): LeadFile {
  const columns = EXPORT_COLUMNS.filter(({ key }) => chosen?.includes(key) ?? true);
  const labels = columns.map(({ label }) => label);
  if (format === "notion")
    return {
      name: "leads-for-notion",
      start: csvLine(["Name", ...labels, "Answered"]),
      line: (lead) => csvLine(notionCells(lead, columns), WORD_JOINER),
    };
  return {
    name: "leads",
    // Excel takes a file without the mark for one in Windows' own encoding.
    start: `\ufeff${csvLine(labels)}`,
    line: (lead) => csvLine(columns.map(({ key }) => plainText(lead, key))),
  };
}

function plainText(lead: ExportedLead, key: ExportColumn): string | null {
  const value = lead[key];
  if (value === null || value === undefined) return null;
  if (key === "value") return formatInputAmount({ amount: Number(value), currency: String(lead.currency) });
  return Array.isArray(value) ? value.join("; ") : String(value);
}

/**
 * Stands before text that a spreadsheet would run as a formula. Notion runs none and would show an apostrophe, but this
 * character has no width. The file has no byte order mark, because it would become a part of the first column's name.
 */
const WORD_JOINER = "\u2060";

const MOMENTS: ReadonlySet<ExportColumn> = new Set(["next_task_at", "last_activity_at", "created_at", "closed_at"]);

/** Notion makes the first column the title of each page, and turns Yes and No into a checkbox. */
function notionCells(lead: ExportedLead, columns: typeof EXPORT_COLUMNS): (string | null)[] {
  const isAnswered = typeof lead.response_seconds === "number";
  return [
    leadName(lead as Parameters<typeof leadName>[0]),
    ...columns.map(({ key }) => notionText(lead, key)),
    isAnswered ? "Yes" : "No",
  ];
}

function notionText(lead: ExportedLead, key: ExportColumn): string | null {
  const value = lead[key];
  // A comma separates two options, so it can't be in one.
  if (Array.isArray(value)) return value.map((item) => String(item).replace(/\s*,\s*/g, " ")).join(", ");
  if (typeof value !== "string") return plainText(lead, key);
  if (key === "source") return SOURCE_NAMES[value] ?? value;
  // In UTC to the second: Notion doesn't know microseconds.
  return MOMENTS.has(key) ? `${new Date(value).toISOString().slice(0, 19)}Z` : value;
}
