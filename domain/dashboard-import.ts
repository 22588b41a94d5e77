import { truncateText } from "./truncate-text.ts";
import { isWebAddress, toWebAddress } from "./web-address.ts";

export type ImportEntry = {
  /** Where it stands in the file, from 1 on. */
  position: number;
  /** As the file has it. The database finds out whether an account here has this id. */
  user_id: string;
  business_name: string;
  notion_database_url: string;
  dashboard_title: string;
};

export type SkipReason = "not_an_object" | "no_business_name" | "no_url";
export type WarningReason = "bad_url" | "shortened" | "duplicate" | "same_account";

export type SkippedEntry = { position: number; name: string; reason: SkipReason };
/** An entry that is imported, and what an admin should look at afterwards. */
export type ImportWarning = { position: number; name: string; reason: WarningReason };

export type ImportPlan = { entries: ImportEntry[]; skipped: SkippedEntry[]; warnings: ImportWarning[] };

const UNASSIGNED_USER = "imported-user";
const DEFAULT_TITLE = "Lead Dashboard";
const MAX_NAME_LENGTH = 200;
const MAX_URL_LENGTH = 2048;

/**
 * Spec §5, Import: what of a file's content becomes a dashboard. Null when it is no array ('Invalid file format'). Only entries
 * without a business name or an address are skipped; a missing user_id becomes 'imported-user', a missing title 'Lead
 * Dashboard'. Everything else that is odd is imported with a warning.
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

/** What the table takes: short enough, and nothing but a web address. */
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

/** Texts and numbers count. The database keeps no NUL and no half of a surrogate pair. */
function textOf(value: unknown): string {
  const text = typeof value === "number" && Number.isFinite(value) ? String(value) : value;
  return typeof text === "string" ? text.replaceAll("\0", "").toWellFormed().trim() : "";
}

/** In characters, as the database counts them. */
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
 * A dashboard as Export writes it (spec §7). One that is unassigned keeps the user_id of the file that it came from, so that an
 * export of an import loses nothing.
 */
export function toExported({
  original_user_id,
  ...row
}: ParsedEntry & { original_user_id: string | null }): ExportedDashboard {
  return row.user_id === UNASSIGNED_USER && original_user_id ? { ...row, user_id: original_user_id } : row;
}

/** Splits entries into batches that one request takes: by number and by size. */
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
