import { invoiceName } from "../../../../domain/invoices.ts";
import type { AuditEntry } from "./api.ts";
import type { AuditedRow } from "./audited-rows.ts";
import { type Phrase, type PhraseAround, toPerson, VERBS } from "./phrase.ts";
import { moneyText, numberOf, short } from "./row-words.ts";

export function invoicePhrase({ action, before, after, is_restored }: AuditEntry): Phrase {
  const number = invoiceName(numberOf(after ?? before));
  const invoice = number === "Draft" ? "an invoice draft" : `invoice ${number}`;
  if (action === "insert") return toPerson(is_restored ? `restored ${invoice} of` : `created ${invoice} for`);
  if (action === "delete") return toPerson(`deleted ${invoice} of`);
  if (before?.client_id && before.client_id !== after?.client_id) return toPerson(`handed over ${invoice} to`);
  const credited = Number(after?.credited_amount ?? 0) - Number(before?.credited_amount ?? 0);
  const credit = moneyText(Math.abs(credited), after?.currency);
  if (credited > 0) return toPerson(`${is_restored ? "restored a credit of" : "credited"} ${credit} on ${invoice} of`);
  if (credited < 0) return toPerson(`removed a credit of ${credit} from ${invoice} of`);
  if (before?.status === after?.status) return toPerson(`changed ${invoice} of`);
  if (before?.status === "draft") return toPerson(`sent ${invoice} to`);
  if (before?.status === "active" && after?.status === "pending")
    return toPerson(`opened ${invoice} of`, "for payment");
  if (after?.status === "void") return toPerson(`canceled ${invoice} of`);
  if (after?.status === "paid") return toPerson(`marked ${invoice} of`, "as paid");
  if (before?.status === "paid") return toPerson(`marked ${invoice} of`, "as not paid");
  return toPerson(`changed ${invoice} of`);
}

export function paymentPhrase(entry: AuditEntry): Phrase {
  const { action, before, after } = entry;
  const row = after ?? before;
  const number = entry.invoice_number ? ` for ${entry.invoice_number}` : "";
  const money = `${moneyText(row?.amount, row?.currency)}${number}`;
  if (after?.kind === "removed" && before?.kind === "refund") return toPerson(`removed a refund of ${money} to`);
  if (after?.kind === "removed" && before?.kind !== "removed") return toPerson(`removed a payment of ${money} from`);
  if (action !== "insert") return toPerson(`${VERBS[action]} a payment of ${money} from`);
  const verb = entry.is_restored ? "restored" : "recorded";
  if (row?.kind === "refund" && isByCard(row))
    return toPerson(
      `refunded ${moneyText(row.amount, row.currency)} by card for ${entry.invoice_number ?? "an invoice"} of`,
    );
  if (row?.kind === "refund") return toPerson(`${verb} a refund of ${money} to`);
  if (row?.kind === "reversal") return toPerson(`recorded that a refund of ${money} to`, "failed");
  return toPerson(`${verb} a payment of ${money} from`);
}

/** A payment online. The entry doesn't say whether the client of the invoice or a colleague paid. */
export function cardPayment({ table_name, action, after, invoice_number }: AuditEntry): PhraseAround | null {
  if (table_name !== "payments" || action !== "insert" || after?.kind !== "payment" || !isByCard(after)) return null;
  return {
    before: `A card payment of ${moneyText(after.amount, after.currency)} for ${invoice_number ?? "an invoice"} of`,
    after: "arrived",
  };
}

/** An entry with a reference of the payment provider, which moved the money. What people record by hand has one of ours. */
const isByCard = ({ provider_ref }: NonNullable<AuditedRow>): boolean =>
  typeof provider_ref === "string" && !provider_ref.startsWith("manual:");

export function retainerPhrase({ action, before, after, is_restored }: AuditEntry): Phrase {
  const retainer = `the retainer ${short((after ?? before)?.retainer_name)}`;
  if (action === "insert") return toPerson(is_restored ? `restored ${retainer} of` : `created ${retainer} for`);
  const [was, now] = [before?.status, after?.status];
  if (action === "update" && before?.client_id && before.client_id !== after?.client_id)
    return toPerson(`handed over ${retainer} to`);
  if (after?.is_revert) return toPerson(`reverted a change to ${retainer} of`);
  if (action === "delete" || was === now) return toPerson(`${VERBS[action]} ${retainer} of`);
  const verbs: Record<string, string> = { paused: "paused", completed: "ended", canceled: "canceled" };
  const hadEnded = was === "completed" || was === "canceled";
  const verb =
    hadEnded && now !== "completed" && now !== "canceled"
      ? "reopened"
      : now === "active"
        ? was === "paused"
          ? "resumed"
          : "activated"
        : (verbs[String(now)] ?? "changed");
  return toPerson(`${verb} ${retainer} of`);
}

export function requestPhrase({ action, before, after }: AuditEntry): Phrase {
  const row = after ?? before;
  const request = row?.lead_id ? `the hand-off of ${short(row.business_name)} by` : "the request of";
  if (action === "insert") return "sent a request";
  if (action === "delete") return toPerson(`deleted ${request}`);
  if (before?.status === after?.status) return toPerson(`changed ${request}`);
  if (after?.status === "closed") return toPerson(`closed ${request}`);
  if (after?.status === "answered") return toPerson(`replied to ${request}`);
  return toPerson(`reopened ${request}`);
}
