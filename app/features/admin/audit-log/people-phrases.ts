import type { AuditEntry } from "./api.ts";
import { rawChanges } from "./audited-rows.ts";
import { INVITED_AS, MEMBER_ROLES, type Phrase, toPerson, VERBS } from "./phrase.ts";
import { short, textOf, turned } from "./row-words.ts";

export function accountPhrase({ action, before, after, account_name }: AuditEntry): Phrase {
  if (action === "view") return `opened the workspace of ${account_name ?? "a deleted account"}`;
  const name = short((after ?? before)?.name);
  if (action !== "update") return `${action === "insert" ? "created" : VERBS[action]} the account ${name}`;
  const archived = turned({ before, after }, "archived_at");
  if (archived) return `${archived === "on" ? "archived" : "restored"} the account ${name}`;
  const fields = rawChanges({ before, after }).map(({ field }) => field);
  if (fields.length > 0 && fields.every((field) => field === "name"))
    return `renamed the account ${short(before?.name)} to ${name}`;
  if (fields.length > 0 && fields.every((field) => /^(accent|logo)/.test(field))) return `changed the brand of ${name}`;
  return `changed the settings of the account ${name}`;
}

export function memberPhrase({ action, before, after, account_name }: AuditEntry): Phrase {
  const role = MEMBER_ROLES[String((after ?? before)?.role ?? "")] ?? "a member";
  const account = account_name ?? "an account";
  if (action === "delete") return toPerson("removed", `from ${account}`);
  return toPerson(action === "insert" ? "added" : "made", `${action === "insert" ? "as " : ""}${role} of ${account}`);
}

export function invitationPhrase(entry: AuditEntry): Phrase {
  const { action, before, after, account_name } = entry;
  const row = after ?? before;
  const email = textOf(entry, "email") || "someone";
  const role = INVITED_AS[String(row?.account_role ?? row?.role ?? "")];
  const to = row?.account_role && account_name ? ` to ${account_name}` : "";
  if (action === "insert") return `invited ${email}${to}${role ? ` as ${role}` : ""}`;
  if (action === "delete") return `deleted the invitation of ${email}`;
  if (turned(entry, "revoked_at") === "on") return `revoked the invitation of ${email}`;
  // Only the changes of admins are in the log, so this one was invited and is an admin now.
  if (turned(entry, "accepted_at") === "on") return `accepted the invitation of ${email}`;
  return `changed the invitation of ${email}`;
}

export function rolePhrase({ action, before, after }: AuditEntry): Phrase {
  const access = `${String((after ?? before)?.role ?? "")} access`;
  const [was, now] = [before?.status, after?.status];
  if (action === "insert") return now === "pending" ? toPerson(`asked for ${access} for`) : toPerson("gave", access);
  if (action === "delete") return toPerson(`removed ${access} from`);
  if (was === now) return toPerson(`changed ${access} of`);
  if (was === "pending") return toPerson(`${now === "active" ? "approved" : "rejected"} ${access} for`);
  return toPerson(`${now === "active" ? "reactivated" : "deactivated"} ${access} for`);
}
