import type { AuditEntry } from "./api.ts";
import type { AuditedRow } from "./audited-rows.ts";
import { rawChanges } from "./audited-rows.ts";

/** What one person did at one moment. `told` has a sentence each; `parts` are in the details only. */
export type AuditGroup = { id: number; told: AuditEntry[]; parts: AuditEntry[] };

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
    const told = write.filter((entry) => !write.some((other) => other !== entry && isToldBy(entry, other)));
    return {
      id: write[0]?.id ?? 0,
      // In the order in which they happened.
      told: told.toReversed(),
      parts: write.filter((entry) => !told.includes(entry)),
    };
  });
}

const rowOf = ({ before, after }: AuditEntry): Record<string, unknown> => after ?? before ?? {};
const changed = (entry: AuditEntry, field: string) => (entry.before as AuditedRow)?.[field] !== entry.after?.[field];

/** Whether the other entry of the same write says what this one does. */
function isToldBy(part: AuditEntry, whole: AuditEntry): boolean {
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
    // What a new account starts with.
    case "lost_reasons":
    case "account_members":
      return whole.table_name === "accounts" && whole.action === "insert" && row.account_id === whole.row_id;
    // A lead that becomes a client.
    case "leads":
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
