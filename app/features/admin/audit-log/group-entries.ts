import { formatCount } from "../../../../domain/format-count.ts";
import type { AuditEntry } from "./api.ts";
import type { AuditedRow } from "./audited-rows.ts";
import { DERIVED_FIELDS, rawChanges } from "./audited-rows.ts";

/** What one person did at one moment. `told` has a sentence each; `parts` are in the details, and `notes` sum them up. */
export type AuditGroup = { id: number; told: AuditEntry[]; parts: AuditEntry[]; notes: string[] };

/** Neighboring entries of one write, each as one thing that happened, without what another entry already says. */
export function groupEntries(entries: readonly AuditEntry[]): AuditGroup[] {
  const writes: AuditEntry[][] = [];
  for (const entry of entries) {
    const last = writes.at(-1);
    const first = last?.[0];
    const isSame = entry.write_id !== null && first?.write_id === entry.write_id && first.actor_id === entry.actor_id;
    if (last && isSame) last.push(entry);
    else writes.push([entry]);
  }
  return writes.map((write) => {
    const whole = write.filter((entry) => !write.some((other) => other !== entry && isToldBy(entry, other)));
    // In the order in which they happened.
    const { told, note } = foldLeads(whole.toReversed());
    return {
      id: write[0]?.id ?? 0,
      told,
      parts: write.filter((entry) => !told.includes(entry)),
      notes: [...ownerNotes(write.filter((entry) => !whole.includes(entry))), ...note],
    };
  });
}

/** More leads than these that change in the same way are one line. */
const MAX_ALIKE = 3;

/** Of many leads that one write changes in the same way, only the first is told. */
function foldLeads(told: AuditEntry[]): { told: AuditEntry[]; note: string[] } {
  const alike = Map.groupBy(
    told.filter(({ table_name }) => table_name === "leads"),
    (entry) => `${entry.action} ${JSON.stringify(entry.action === "update" ? changesOf(entry) : null)}`,
  );
  const folded = new Set(
    [...alike.values()].filter((some) => some.length > MAX_ALIKE).flatMap((some) => some.slice(1)),
  );
  if (folded.size === 0) return { told, note: [] };
  return {
    told: told.filter((entry) => !folded.has(entry)),
    note: [`The same for ${formatCount(folded.size)} more ${folded.size === 1 ? "lead" : "leads"}.`],
  };
}

/** What happened to the leads of a person who lost access: '28 leads lost their owner.' */
function ownerNotes(parts: AuditEntry[]): string[] {
  // Newest first. Routing may have given a lead to someone after it lost its owner.
  const last = new Map<string, AuditEntry>();
  for (const part of parts) if (isNewOwner(part) && !last.has(part.row_id)) last.set(part.row_id, part);
  const owners = Map.groupBy(last.values(), ({ after, subject_name, subject }) =>
    after?.["user_id"] ? subject_name || subject || "someone else" : "",
  );
  return [...owners].map(([owner, { length }]) =>
    owner
      ? `${leadsText(length)} went to ${owner}.`
      : `${leadsText(length)} lost ${length === 1 ? "its" : "their"} owner.`,
  );
}

const leadsText = (count: number) => `${formatCount(count)} ${count === 1 ? "lead" : "leads"}`;

const changesOf = (entry: AuditEntry) =>
  rawChanges(entry)
    .filter(({ field }) => !DERIVED_FIELDS.has(field))
    .map(({ field, after }) => [field, after]);

/** Whether a lead only changed its owner. */
const isNewOwner = (entry: AuditEntry): boolean =>
  entry.table_name === "leads" && entry.action === "update" && changesOf(entry).every(([field]) => field === "user_id");

const rowOf = ({ before, after }: AuditEntry): Record<string, unknown> => after ?? before ?? {};
const changed = (entry: AuditEntry, field: string) => (entry.before as AuditedRow)?.[field] !== entry.after?.[field];

/** Whether the other entry of the same write says what this one does. */
export function isToldBy(part: AuditEntry, whole: AuditEntry): boolean {
  const row = rowOf(part);
  switch (part.table_name) {
    // An invoice with its lines, credits and charge.
    case "invoice_lines":
    case "invoice_credits":
    case "retainer_charges":
      return whole.table_name === "invoices" && whole.row_id === row.invoice_id;
    // A payment settles its invoice.
    case "invoices":
      return (
        whole.table_name === "payments" &&
        rowOf(whole).invoice_id === part.row_id &&
        part.action === "update" &&
        part.before?.status !== "draft" &&
        Number(part.before?.credited_amount ?? 0) === Number(part.after?.credited_amount ?? 0)
      );
    // What an approval or the end of a test publishes.
    case "landing_pages":
      if (whole.table_name === "landing_tests")
        return part.action === "update" && row.id === rowOf(whole).page_id && changed(whole, "winner_version");
      return (
        whole.table_name === "landing_publish_requests" &&
        part.action === "update" &&
        rowOf(whole).page_id === part.row_id &&
        rowOf(whole).state === "approved" &&
        changed(whole, "state")
      );
    // What a new account starts with.
    case "lost_reasons":
    case "account_members":
      return whole.table_name === "accounts" && whole.action === "insert" && row.account_id === whole.row_id;
    // An earlier invitation that a newer one replaces.
    case "invitations":
      return (
        whole.table_name === "invitations" &&
        whole.action === "insert" &&
        part.action === "update" &&
        row.email === rowOf(whole).email &&
        row.account_id === rowOf(whole).account_id
      );
    // A lead that becomes a client, or whose owner loses their access.
    case "leads":
      if (whole.table_name === "user_roles")
        return whole.action !== "insert" && whole.before?.status === "active" && isNewOwner(part);
      return (
        whole.table_name === "accounts" &&
        whole.action === "insert" &&
        row.client_account_id === whole.row_id &&
        rawChanges(part).every(({ field }) => field === "client_account_id")
      );
    // A reply and the state that it leads to, or a state and the note about it.
    case "change_request_answers":
      return whole.table_name === "change_requests" && whole.row_id === row.request_id && changed(whole, "status");
    default:
      return false;
  }
}
