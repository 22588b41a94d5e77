import { cutText } from "./cut-text.ts";
export type ImportEntry = {
  /** Where it stands in the file, from 1 on. */
  position: number;
  user_id: string;
  business_name: string;
  notion_database_url: string;
  dashboard_title: string;
};

export type SkipReason =
  | "not_an_object"
  | "no_business_name"
  | "no_url"
  | "bad_url"
  | "bad_user_id"
  | "too_long"
  | "duplicate"
  | "same_account";

export type SkippedEntry = { position: number; name: string; reason: SkipReason };

export type ImportPlan = { entries: ImportEntry[]; skipped: SkippedEntry[] };

const NOBODY = "imported-user";
const DEFAULT_TITLE = "Lead Dashboard";
const LONGEST_NAME = 200;
const LONGEST_URL = 2048;
const USER_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** The rule of the table itself: nothing but a web address, without a user name or password. */
const WEB_ADDRESS = /^https?:\/\/[^\s/?#@\\]+([/?#][^\s\\]*)?$/i;

/**
 * Spec §5, Import: what of a file's content becomes a dashboard. Null when it is no array ('Invalid file format'). Entries
 * without a business name or an address are skipped, as is what the table would refuse and what stands there twice; a
 * missing user_id becomes 'imported-user', a missing title 'Lead Dashboard'.
 */
export function planImport(content: unknown): ImportPlan | null {
  if (!Array.isArray(content)) return null;
  const plan: ImportPlan = { entries: [], skipped: [] };
  const seen = new Set<string>();
  for (const [index, raw] of content.entries()) {
    const entry = readEntry(raw, index + 1);
    const reason = typeof entry === "string" ? entry : repeated(entry, seen);
    if (reason) plan.skipped.push({ position: index + 1, name: nameOf(raw), reason });
    else if (typeof entry !== "string") plan.entries.push(entry);
  }
  return plan;
}

function readEntry(raw: unknown, position: number): ImportEntry | SkipReason {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return "not_an_object";
  const given = raw as Record<string, unknown>;
  const business_name = textOf(given.business_name);
  const notion_database_url = textOf(given.notion_database_url);
  const user_id = textOf(given.user_id).toLowerCase() || NOBODY;
  const dashboard_title = textOf(given.dashboard_title) || DEFAULT_TITLE;
  if (business_name === "") return "no_business_name";
  if (notion_database_url === "") return "no_url";
  if (lengthOf(business_name) > LONGEST_NAME || lengthOf(dashboard_title) > LONGEST_NAME) return "too_long";
  if (lengthOf(notion_database_url) > LONGEST_URL) return "too_long";
  if (!WEB_ADDRESS.test(notion_database_url)) return "bad_url";
  if (user_id !== NOBODY && !USER_ID.test(user_id)) return "bad_user_id";
  return { position, user_id, business_name, notion_database_url, dashboard_title };
}

/** A real account has one dashboard; nobody's may be many, but not the same one twice. */
function repeated({ user_id, business_name, notion_database_url }: ImportEntry, seen: Set<string>): SkipReason | null {
  const isNobodys = user_id === NOBODY;
  const key = isNobodys ? JSON.stringify([business_name.toLowerCase(), notion_database_url]) : user_id;
  if (seen.has(key)) return isNobodys ? "duplicate" : "same_account";
  seen.add(key);
  return null;
}

/** Only texts count; the database keeps none with a NUL in it. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value.replaceAll("\0", "").trim() : "";
}

function lengthOf(text: string): number {
  return [...text].length;
}

function nameOf(raw: unknown): string {
  const name = typeof raw === "object" && raw !== null ? textOf((raw as Record<string, unknown>).business_name) : "";
  return cutText(name, 80);
}

/** Splits entries into batches that one request takes: by number and by size. */
export function toBatches(entries: ImportEntry[], most = 1_000, mostCharacters = 250_000): ImportEntry[][] {
  const batches: ImportEntry[][] = [];
  let size = 0;
  for (const entry of entries) {
    const length = JSON.stringify(entry).length;
    const current = batches.at(-1);
    if (current && current.length < most && size + length <= mostCharacters) {
      current.push(entry);
      size += length;
    } else {
      batches.push([entry]);
      size = length;
    }
  }
  return batches;
}
