import { formatMoney } from "../../../../domain/money.ts";
import type { AuditEntry } from "./api.ts";
import type { AuditedRow } from "./audited-rows.ts";

/** The first of these fields that has a text, shortened. */
export function textOf({ before, after }: Pick<AuditEntry, "before" | "after">, ...fields: string[]): string {
  const row = after ?? before ?? {};
  return short(fields.map((field) => row[field]).find((value) => typeof value === "string" && value !== ""));
}

const MAX_NAME = 80;
export const short = (value: unknown): string => {
  const text = typeof value === "string" ? value.replace(/\s+/g, " ").trim() : "";
  return text.length > MAX_NAME ? `${text.slice(0, MAX_NAME)}…` : text;
};

export const quoted = (name: string, otherwise: string) => (name ? `“${name}”` : otherwise);

/** Whether a field with a moment, an id or Yes and No got a value, or lost it. */
export function turned({ before, after }: Pick<AuditEntry, "before" | "after">, field: string): "on" | "off" | null {
  if (!before || !after || Boolean(before[field]) === Boolean(after[field])) return null;
  return after[field] ? "on" : "off";
}

export const moneyText = (amount: unknown, currency: unknown) =>
  formatMoney({ amount: Number(amount ?? 0), currency: String(currency ?? "usd") });

export const numberOf = (row: AuditedRow | null) => ({
  id: String(row?.id),
  invoice_number: typeof row?.invoice_number === "string" ? row.invoice_number : null,
});

/** The invoice that an entry is about: 'INV-7', or 'an invoice' for a draft. */
export const invoiceOf = ({ invoice_number: number }: AuditEntry) => number ?? "an invoice";

/** The landing page of a test, a domain or a preview link. */
export const pageOf = ({ page_title: title }: AuditEntry) =>
  title ? `the landing page “${short(title)}”` : "a landing page";

/** The request that an entry is about. */
export const requestOf = ({ request_business: business }: AuditEntry) =>
  business ? `the request of ${business}` : "a request";

/** A lead's name, else its address or company. */
export function leadName(row: Record<string, unknown>): string {
  const person = [row.first_name, row.last_name].filter((part) => typeof part === "string" && part !== "").join(" ");
  return short(person || row.email || row.company);
}
