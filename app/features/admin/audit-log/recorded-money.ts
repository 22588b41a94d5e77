import { runQuery } from "~/shared/api.ts";
import { isUuid } from "~/shared/is-uuid.ts";
import type { SubjectOf } from "./audited-rows.ts";

/** Why money was refunded or credited, and whether it was recorded again after a removal. */
export type RecordedMoney = { reason: string | null; isRestored: boolean };

type Entry = SubjectOf & { id: number; write_id: number | null };

/** What the entries of payments, refunds and credits, and of invoices that were credited, say about them, by the entry's id. */
export async function loadRecordedMoney(entries: Entry[]): Promise<Map<number, RecordedMoney>> {
  const payments = entries.filter(({ table_name, action }) => table_name === "payments" && action === "insert");
  const credits = entries.filter(
    ({ table_name, after }) => table_name === "invoice_credits" && after && !after["removed_at"],
  );
  const credited = entries.filter(isCredited);
  const [refunds, removed, ofInvoices] = await Promise.all([
    loadRefundReasons(payments),
    loadRemovedIds(payments),
    loadCredits(credited),
  ]);
  return new Map([
    ...payments.map((entry) => {
      const isRestored = removed.has(replacedId(entry));
      return [entry.id, { reason: refunds.get(entry.row_id) ?? null, isRestored }] as const;
    }),
    ...credits.map((entry) => [entry.id, creditOf(entry)] as const),
    ...credited.flatMap((entry) => {
      const credit = ofInvoices.find(
        ({ write_id, after }) => write_id === entry.write_id && after?.["invoice_id"] === entry.row_id,
      );
      return credit ? [[entry.id, creditOf(credit)] as const] : [];
    }),
  ]);
}

/** The reference of a payment that was recorded again has the id of the removed one; others have an id of their own. */
const replacedId = ({ after }: SubjectOf): string => /^manual:(.*)$/.exec(String(after?.["provider_ref"]))?.[1] ?? "";

const creditOf = ({ action, after }: Pick<SubjectOf, "action" | "after">): RecordedMoney => ({
  reason: typeof after?.["reason"] === "string" ? after["reason"] : null,
  isRestored: action === "update" && !after?.["removed_at"],
});

const isCredited = ({ table_name, action, before, after }: SubjectOf): boolean =>
  table_name === "invoices" &&
  action === "update" &&
  Number(after?.["credited_amount"] ?? 0) > Number(before?.["credited_amount"] ?? 0);

async function loadRefundReasons(payments: Entry[]): Promise<Map<string, string | null>> {
  const ids = payments.filter(({ after }) => after?.["kind"] === "refund").map(({ row_id }) => row_id);
  if (ids.length === 0) return new Map();
  const events = await runQuery((db) =>
    db.from("invoice_events").select("payment_id, note").eq("kind", "refunded").in("payment_id", ids),
  );
  return new Map(events.map(({ payment_id, note }) => [payment_id ?? "", note] as const));
}

async function loadRemovedIds(payments: Entry[]): Promise<Set<string>> {
  const ids = payments.map(replacedId).filter(isUuid);
  if (ids.length === 0) return new Set();
  return new Set((await runQuery((db) => db.from("payments").select("id").in("id", ids))).map(({ id }) => id));
}

/** The credits behind changes of invoices. A filter may leave their own entries out. */
async function loadCredits(credited: Entry[]) {
  const writes = [...new Set(credited.flatMap(({ write_id }) => write_id ?? []))];
  if (writes.length === 0) return [];
  const found = await runQuery((db) =>
    db
      .from("audit_log")
      .select("write_id, action, after")
      .eq("table_name", "invoice_credits")
      .neq("action", "delete")
      .in("write_id", writes),
  );
  return found.map((credit) => ({ ...credit, after: credit.after as SubjectOf["after"] }));
}
