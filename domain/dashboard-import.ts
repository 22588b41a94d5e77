import { truncateText } from "./truncate-text.ts";
import { isWebAddress, toWebAddress } from "./web-address.ts";

export type ImportEntry = {
  /** The entry's position in the file, starting at 1. */
  position: number;
  /** As in the file. The database checks whether an account has this id. */
  user_id: string;
  business_name: string;
  notion_database_url: string;
  dashboard_title: string;
};

export type SkipReason = "not_an_object" | "no_business_name" | "no_url";
export type WarningReason = "bad_url" | "shortened" | "duplicate" | "same_account";

export type SkippedEntry = { position: number; name: string; reason: SkipReason };
/** An imported entry that an admin should check afterward. */
export type ImportWarning = { position: number; name: string; reason: WarningReason };

export type ImportPlan = { entries: ImportEntry[]; skipped: SkippedEntry[]; warnings: ImportWarning[] };

const UNASSIGNED_USER = "imported-user";
const DEFAULT_TITLE = "Lead Dashboard";
const MAX_NAME_LENGTH = 200;
const MAX_URL_LENGTH = 2048;

/**
 * Spec §5, Import: turns a file's content into dashboards. Null if it is not an array ('Invalid file format'). Only
 * entries without a business name or an address are skipped. A missing user_id becomes 'imported-user', a missing title
 * 'Lead Dashboard'. Everything else that looks wrong is imported with a warning.
 */
export function planImport(content: unknown): ImportPlan | null {
  if (!Array.isArray(content)) return null;
  const plan: ImportPlan = { entries: [], skipped: [], warnings: [] };
  const seen = new Set<string>();
  for (const [index, raw] of content.entries()) {
    const position = index + 1;
    const parsed = parseEntry(raw);
    if (typeof parsed === "string") {
      plan.skipped.push({ position, name: nameOf(raw), reason: parsed });
      continue;
    }
    const entry = { position, ...toStored(parsed) };
    plan.entries.push(entry);
    const reason = findWarning(parsed, entry, seen);
    if (reason) plan.warnings.push({ position, name: nameOf(raw), reason });
  }
  return plan;
}

type ParsedEntry = Omit<ImportEntry, "position">;

function parseEntry(raw: unknown): ParsedEntry | SkipReason {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return "not_an_object";
  const fields = raw as Record<string, unknown>;
  const parsed = {
    user_id: textOf(fields.user_id) || UNASSIGNED_USER,
    business_name: textOf(fields.business_name),
    notion_database_url: textOf(fields.notion_database_url),
    dashboard_title: textOf(fields.dashboard_title) || DEFAULT_TITLE,
  };
  if (parsed.business_name === "") return "no_business_name";
  return parsed.notion_database_url === "" ? "no_url" : parsed;
}

/** Fits an entry into the table: short enough, and with a valid web address. */
function toStored(parsed: ParsedEntry): ParsedEntry {
  return {
    user_id: shorten(parsed.user_id, MAX_NAME_LENGTH),
    business_name: shorten(parsed.business_name, MAX_NAME_LENGTH),
    notion_database_url: shorten(toWebAddress(parsed.notion_database_url), MAX_URL_LENGTH),
    dashboard_title: shorten(parsed.dashboard_title, MAX_NAME_LENGTH),
  };
}

function findWarning(parsed: ParsedEntry, stored: ParsedEntry, seen: Set<string>): WarningReason | null {
  const repeated = findDuplicate(stored, seen);
  if (!isWebAddress(parsed.notion_database_url)) return "bad_url";
  const isCut = (Object.keys(parsed) as (keyof ParsedEntry)[]).some((field) => parsed[field] !== stored[field]);
  return isCut ? "shortened" : repeated;
}

function findDuplicate(
  { user_id, business_name, notion_database_url }: ParsedEntry,
  seen: Set<string>,
): WarningReason | null {
  const same = JSON.stringify([business_name.toLowerCase(), notion_database_url]);
  const account = user_id === UNASSIGNED_USER ? null : user_id.toLowerCase();
  const reason = seen.has(same) ? "duplicate" : account && seen.has(account) ? "same_account" : null;
  seen.add(same);
  if (account) seen.add(account);
  return reason;
}

/** Texts and numbers count. The database cannot store NUL or lone surrogates. */
function textOf(value: unknown): string {
  const text = typeof value === "number" && Number.isFinite(value) ? String(value) : value;
  return typeof text === "string" ? text.replaceAll("\0", "").toWellFormed().trim() : "";
}

/** Counts characters as the database does. */
function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  return [...text].slice(0, max).join("").trim();
}

function nameOf(raw: unknown): string {
  const name = typeof raw === "object" && raw !== null ? textOf((raw as Record<string, unknown>).business_name) : "";
  return truncateText(name, 80);
}

export type ExportedDashboard = ParsedEntry;

/**
 * A dashboard in the format of Export (spec §7). An unassigned dashboard keeps the user_id from its import file, so
 * that exporting an import loses nothing.
 */
export function toExported({
  original_user_id,
  ...row
}: ParsedEntry & { original_user_id: string | null }): ExportedDashboard {
  return row.user_id === UNASSIGNED_USER && original_user_id ? { ...row, user_id: original_user_id } : row;
}

/** Splits entries into batches that fit into one request, by count and by size. */
export function toBatches(entries: ImportEntry[], max = 1_000, maxCharacters = 250_000): ImportEntry[][] {
  const batches: ImportEntry[][] = [];
  let size = 0;
  for (const entry of entries) {
    const length = JSON.stringify(entry).length;
    const current = batches.at(-1);
    if (current && current.length < max && size + length <= maxCharacters) {
      current.push(entry);
      size += length;
    } else {
      batches.push([entry]);
      size = length;
    }
  }
  return batches;
}
