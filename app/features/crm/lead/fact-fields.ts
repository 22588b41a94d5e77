import { readAmount } from "../../../../domain/lead-values.ts";
import { formatInputAmount } from "../../../../domain/money.ts";
import { phoneProblem } from "../../../../domain/phone.ts";
import { FACT_LABELS, type FactName } from "../lib/lead-facts.ts";
import type { LeadDetail } from "../lib/lead-types.ts";

/** One fact of a lead that may be edited in its place. */
export type FactField = {
  field: keyof LeadDetail & FactName;
  label: string;
  kind: "text" | "money" | "list" | "source" | "contact" | "long";
  maxLength: number;
  type?: "email" | "tel" | "url";
};

const FIELDS: Omit<FactField, "label">[] = [
  { field: "value_cents", kind: "money", maxLength: 20 },
  { field: "tier_interest", kind: "list", maxLength: 400 },
  { field: "first_name", kind: "text", maxLength: 100 },
  { field: "last_name", kind: "text", maxLength: 100 },
  { field: "company", kind: "text", maxLength: 200 },
  { field: "role", kind: "text", maxLength: 100 },
  { field: "phone", kind: "text", maxLength: 50, type: "tel" },
  { field: "email", kind: "text", maxLength: 320, type: "email" },
  { field: "website", kind: "text", maxLength: 2048, type: "url" },
  { field: "ad_spend", kind: "text", maxLength: 100 },
  { field: "target_clients", kind: "text", maxLength: 100 },
  { field: "deal_size", kind: "text", maxLength: 100 },
  { field: "timeline", kind: "text", maxLength: 100 },
  { field: "best_contact", kind: "contact", maxLength: 100 },
  { field: "source", kind: "source", maxLength: 40 },
  { field: "goals", kind: "long", maxLength: 10_000 },
];

export const FACTS: FactField[] = FIELDS.map((one) => ({ ...one, label: FACT_LABELS[one.field] }));

/** A fact as one types it. */
export function toInputValue(lead: LeadDetail, { field, kind }: FactField): string {
  const value = lead[field];
  if (value === null || value === undefined) return "";
  if (kind === "money") return formatInputAmount({ amount: Number(value), currency: lead.currency });
  return Array.isArray(value) ? value.join(", ") : String(value);
}

/** What was typed, as the database stores it, or what is wrong with it. */
export function parseInputValue(typed: string, { kind, field }: FactField, currency: string) {
  const text = typed.trim();
  if (field === "email" && text && !/^[^@\s]+@[^@\s]+$/.test(text)) return { problem: "This is no e-mail address" };
  const noPhone = field === "phone" && phoneProblem(text);
  if (noPhone) return { problem: noPhone };
  if (kind === "list")
    return {
      value: text
        .split(",")
        .map((one) => one.trim())
        .filter(Boolean),
    };
  if (!text) return { value: null };
  if (kind !== "money") return { value: text };
  const cents = readAmount(text, currency);
  return cents === null ? { problem: "Write an amount, such as 4,450" } : { value: cents };
}
