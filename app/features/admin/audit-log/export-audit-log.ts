import { downloadFile } from "~/shared/download-file.ts";
import { csvLine } from "../../../../domain/csv-writer.ts";
import { localToday } from "../../../../domain/zoned-time.ts";
import { type AuditEntry, type AuditFilter, listAuditEntries } from "./api.ts";
import { describeEntry, sentenceText } from "./describe-entry.ts";
import { changedFields } from "./field-changes.ts";
import type { KeyNames } from "./phrase.ts";
import { TABLE_NAMES } from "./table-names.ts";

const COLUMNS = ["Time (UTC)", "Done by", "Entry", "Action", "Type", "Row", "About", "Changes"];
/** The most rows that one request returns. */
const EXPORT_PAGE_SIZE = 1_000;
const MAX_ENTRIES = 20_000;

/** Downloads every entry that matches the filter as a CSV file, newest first, at most 20,000. */
export async function exportAuditLog(filter: AuditFilter, names: KeyNames) {
  const all: AuditEntry[] = [];
  let below: number | null = null;
  do {
    const page = await listAuditEntries(filter, below, EXPORT_PAGE_SIZE);
    all.push(...page.entries);
    below = page.next;
  } while (below !== null && all.length < MAX_ENTRIES);
  downloadFile(`audit-log-${localToday()}.csv`, "text/csv", auditAsCsv(all, names));
  return { count: all.length, isComplete: below === null };
}

/** One line for each entry. Times are in UTC, so that files from different people agree. */
export function auditAsCsv(entries: readonly AuditEntry[], names: KeyNames = {}): string {
  const lines = entries.map((entry) => [
    new Date(entry.happened_at).toISOString(),
    entry.actor_email ?? "system",
    sentenceText(describeEntry(entry, undefined, names)),
    entry.action,
    TABLE_NAMES[entry.table_name] ?? entry.table_name,
    entry.row_id,
    entry.subject,
    changesText(entry, names),
  ]);
  return [COLUMNS, ...lines].map((line) => csvLine(line)).join("");
}

function changesText(entry: AuditEntry, names: KeyNames): string {
  const changed = entry.action === "update" ? changedFields(entry, names) : [];
  const changes = changed.map(
    ({ label, before, after, says }) => `${label}: ${says ?? `${before || "empty"} → ${after || "empty"}`}`,
  );
  return [...changes, ...(entry.reason ? [`Reason: ${entry.reason}`] : [])].join("; ");
}
