import type { AuditEntry } from "./api.ts";

/** The names of stored keys by field, such as a stage's. */
export type KeyNames = Record<string, Record<string, string>>;

/** The words that follow the actor: before the person, and after them. No second part: the sentence names no one. */
export type Phrase = string | PhraseAround;
export type PhraseAround = { before: string; after?: string };

export const toPerson = (before: string, after = ""): Phrase => ({ before, after });

/** The verbs of writes that have no words of their own. */
export const VERBS: Record<string, string> = { insert: "added", update: "changed", delete: "deleted" };

/** The verb of a write, which says that a change took an earlier one back. */
export const changeVerb = ({ action, after }: Pick<AuditEntry, "action" | "after">): string | undefined =>
  after?.is_revert ? "reverted a change to" : VERBS[action];

export const MEMBER_ROLES: Record<string, string> = {
  owner: "an owner",
  member: "a member",
  billing: "a billing contact",
};
export const INVITED_AS: Record<string, string> = {
  ...MEMBER_ROLES,
  admin: "an admin",
  sales: "a sales rep",
  client: "a client",
};
