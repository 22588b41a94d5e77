import { runQuery } from "~/shared/api.ts";
import { isUnsettled } from "../../../../domain/invoices.ts";
import type { SubjectOf } from "./audited-rows.ts";

/** What was removed, why, and whether it still fits its invoice, so that it can be recorded again. */
export type Removal = {
  of: "payment" | "refund" | "credit";
  /** The invoice's currency. */
  currency: string;
  reason: string | null;
  canRestore: boolean;
};

type Entry = SubjectOf & { id: number };

/** What was removed by an entry because it was recorded by mistake, or null. */
function removedBy({ table_name, action, before, after }: SubjectOf): Removal["of"] | null {
  if (action !== "update") return null;
  if (table_name === "invoice_credits") return !before?.["removed_at"] && after?.["removed_at"] ? "credit" : null;
  if (table_name !== "payments" || after?.["kind"] !== "removed" || before?.["kind"] === "removed") return null;
  return before?.["kind"] === "refund" ? "refund" : "payment";
}

/** The removals among these entries, by the entry's id. */
export async function loadRemovals(entries: Entry[]): Promise<Map<number, Removal>> {
  const removed = entries.flatMap((entry) => {
    const of = removedBy(entry);
    return of ? [{ entry, of, invoiceId: String(entry.after?.["invoice_id"]) }] : [];
  });
  if (removed.length === 0) return new Map();
  const invoiceIds = [...new Set(removed.map(({ invoiceId }) => invoiceId))];
  const [events, invoices, payments, credits] = await Promise.all([
    runQuery((db) =>
      db
        .from("invoice_events")
        .select("payment_id, credit_id, note, created_at")
        .in("kind", ["payment_removed", "refund_removed", "credit_removed"])
        .in("invoice_id", invoiceIds)
        .order("created_at"),
    ),
    runQuery((db) => db.from("invoices").select("id, currency, status, owed_amount, kept_amount").in("id", invoiceIds)),
    runQuery((db) => db.from("payments").select("provider_ref").in("invoice_id", invoiceIds)),
    runQuery((db) => db.from("invoice_credits").select("id, removed_at").in("invoice_id", invoiceIds)),
  ]);
  const references = new Set(payments.map(({ provider_ref }) => provider_ref));
  return new Map(
    removed.map(({ entry, of, invoiceId }) => {
      const { row_id: id, after } = entry;
      const removedAt = String(after?.["removed_at"] ?? after?.["created_at"]);
      // A credit can be removed more than once, each time with its reason.
      const event = events.find(
        ({ payment_id, credit_id, created_at }) => (payment_id ?? credit_id) === id && !isBefore(created_at, removedAt),
      );
      const invoice = invoices.find((one) => one.id === invoiceId);
      const credit = credits.find((one) => one.id === id);
      const isRestored =
        of === "credit"
          ? !credit?.removed_at || isBefore(removedAt, credit.removed_at)
          : // The reference of one that was recorded again has the id of the removed one.
            references.has(`manual:${id}`);
      const canRestore = invoice !== undefined && !isRestored && fits(invoice, of, Number(after?.["amount"]));
      return [entry.id, { of, currency: invoice?.currency ?? "usd", reason: event?.note ?? null, canRestore }];
    }),
  );
}

const isBefore = (at: string, other: string) => Date.parse(at) < Date.parse(other);

type Invoice = { status: string; owed_amount: number; kept_amount: number };

/** As the database decides (`private.restore_invoice_payment`, `private.restore_invoice_credit`), apart from a card payment on its way. */
export function fits({ status, owed_amount, kept_amount }: Invoice, of: Removal["of"], amount: number): boolean {
  if (of === "refund") return (status === "paid" || status === "void") && amount <= kept_amount;
  if (of === "payment") return (status === "pending" || status === "overdue") && amount <= owed_amount;
  return isUnsettled(status) && (amount < owed_amount || (amount === owed_amount && kept_amount > 0));
}
