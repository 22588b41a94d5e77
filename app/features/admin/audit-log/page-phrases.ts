import type { AuditEntry } from "./api.ts";
import type { Phrase } from "./phrase.ts";
import { quoted, textOf, turned } from "./row-words.ts";

export function pagePhrase(entry: AuditEntry): Phrase {
  const { action, before, after } = entry;
  const page = `the landing page ${quoted(textOf(entry, "title", "slug"), "without a title")}`;
  if (action === "insert") return `${entry.is_restored ? "restored" : "created"} ${page}`;
  if (action === "delete") return `deleted ${page}`;
  if (turned(entry, "rolled_back_to") === "on") return `rolled ${page} back to version ${after?.rolled_back_to}`;
  if (after?.is_revert) return `reverted a change to ${page}`;
  if (isNewVersion(entry)) return `published version ${after?.version} of ${page}`;
  if (before?.status !== after?.status) return `${after?.status === "published" ? "published" : "unpublished"} ${page}`;
  if (turned(entry, "archived_at")) return `${turned(entry, "archived_at") === "on" ? "archived" : "restored"} ${page}`;
  return `changed ${page}`;
}

/** Whether an entry published a version after the first one. Its sentence says that the content changed. */
export const isNewVersion = ({ table_name, before, after }: Pick<AuditEntry, "table_name" | "before" | "after">) =>
  table_name === "landing_pages" && Number(before?.version) > 0 && Number(after?.version) > Number(before?.version);
