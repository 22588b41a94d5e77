import type { AuditEntry } from "./api.ts";
import { subjectId } from "./audited-rows.ts";
import { cardPayment } from "./billing-phrases.ts";
import { INVITED_AS, type KeyNames, type Phrase, type PhraseAround, toPerson, VERBS } from "./phrase.ts";
import { PHRASES } from "./phrases.ts";
import { TABLE_NAMES } from "./table-names.ts";

/** What an entry is, in the filter and in the details. */
export const ACTIONS: Record<string, string> = {
  insert: "Added",
  update: "Changed",
  delete: "Deleted",
  view: "Viewed as client",
};

export type AuditSentence = {
  /** Everything before the person. */
  text: string;
  /** The person whom the entry is about, with the id for their record or drawer. */
  about: { name: string; id: string | null } | null;
  /** The words after the person. */
  rest: string;
};

/** What happened, such as 'You sent invoice INV-7 to' and the client's name. */
export function describeEntry(entry: AuditEntry, selfId?: string, names: KeyNames = {}): AuditSentence {
  const { subject, actor_id: actorId } = entry;
  const about = subject ? { name: entry.subject_name || subject, id: subjectId(entry) } : null;
  const own = signUp(entry);
  if (about && own) return { text: "", about, rest: own };
  const paid = cardPayment(entry);
  if (paid && about) return { text: paid.before, about, rest: ` ${paid.after}` };
  if (paid) return { text: withoutPerson(paid), about: null, rest: "" };
  const phrase = isErased(entry)
    ? `${changeOfRow(entry)} an erased person`
    : (PHRASES[entry.table_name] ?? plainPhrase)(entry, names);
  const isSelf = selfId !== undefined && actorId === selfId;
  const actor = actorOf(entry, selfId);
  if (typeof phrase === "string")
    return { text: `${actor} ${isSelf ? phrase.replace("their own", "your own") : phrase}`, about: null, rest: "" };
  if (!about) return { text: `${actor} ${withoutPerson(phrase)}`, about: null, rest: "" };
  return { text: `${actor} ${phrase.before}`, about, rest: phrase.after ? ` ${phrase.after}` : "" };
}

/** The first words of most sentences. */
export const actorOf = ({ actor_id, actor_name, actor_email }: AuditEntry, selfId?: string): string =>
  selfId !== undefined && actor_id === selfId ? "You" : actor_name || actor_email || "The system";

/** The whole sentence as text. */
export const sentenceText = ({ text, about, rest }: AuditSentence): string =>
  [text, about?.name].filter(Boolean).join(" ") + rest;

/** The words without their person, who is gone or was never known: 'sent invoice INV-7'. */
const withoutPerson = ({ before, after = "" }: PhraseAround): string =>
  `${before.replace(/ (of|for|to|from|as)$/, "")} ${after}`.trim();

/** ' signed up as a client', when someone made their own account. */
function signUp({ table_name, action, actor_id, after, subject }: AuditEntry): string | null {
  if (table_name !== "user_roles" || action !== "insert" || actor_id !== null || !subject) return null;
  const role = String(after?.role ?? "");
  return after?.status === "pending" ? ` signed up and asked for ${role} access` : ` signed up as ${INVITED_AS[role]}`;
}

/** For a table without sentences of its own. */
const plainPhrase = (entry: AuditEntry): Phrase => toPerson(changeOfRow(entry));

/** 'changed the invoice of' */
function changeOfRow({ table_name, action }: AuditEntry): string {
  const what = (TABLE_NAMES[table_name] ?? table_name.replaceAll("_", " ")).toLowerCase();
  return `${VERBS[action] ?? action} the ${what} of`;
}

/** An erasure removes what an entry said. */
const isErased = ({ action, before, after }: AuditEntry) => action !== "view" && !before && !after;
