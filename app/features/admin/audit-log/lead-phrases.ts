import type { AuditEntry } from "./api.ts";
import { type KeyNames, type Phrase, toPerson, VERBS } from "./phrase.ts";
import { leadName, short, turned } from "./row-words.ts";

export function leadPhrase(entry: AuditEntry, names: KeyNames): Phrase {
  const { action, before, after } = entry;
  const lead = `the lead ${leadName(after ?? before ?? {}) || "without a name"}`;
  if (action !== "update") return `${VERBS[action]} ${lead}`;
  if (before?.stage !== after?.stage) {
    const stage = (key: unknown) => names.stage?.[String(key)] ?? String(key);
    return `moved ${lead} from ${stage(before?.stage)} to ${stage(after?.stage)}`;
  }
  if (!before?.merged_into && after?.merged_into) return `merged ${lead} into another lead`;
  const archived = turned(entry, "archived_at");
  if (archived) return `${archived === "on" ? "archived" : "restored"} ${lead}`;
  const spam = turned(entry, "is_spam");
  if (spam) return `marked ${lead} as ${spam === "on" ? "spam" : "not spam"}`;
  // The subject of a lead's entry is its owner.
  if (before?.user_id !== after?.user_id)
    return after?.user_id ? toPerson(`assigned ${lead} to`) : `unassigned ${lead}`;
  return turned(entry, "client_account_id") === "on" ? `made ${lead} a client` : `changed ${lead}`;
}

/** 'renamed the lost reason A to B' and the like. */
export function listItemPhrase({ action, before, after }: AuditEntry, what: string): Phrase {
  const [was, now] = [short(before?.label), short(after?.label)];
  if (action === "update" && was !== now) return `renamed the ${what} ${was} to ${now}`;
  const archived = turned({ before, after }, "archived_at");
  const verb = archived && action === "update" ? (archived === "on" ? "archived" : "restored") : VERBS[action];
  return `${verb} the ${what} ${now || was}`;
}
