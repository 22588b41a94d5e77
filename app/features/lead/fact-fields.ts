import type { LeadDetail } from "~/shared/crm/lead-shape.ts";
import { parseMoney, plainAmount } from "../../../domain/money.ts";

/** One fact of a lead that may be edited in its place. */
export type FactField = {
  field: keyof LeadDetail & string;
  label: string;
  kind: "text" | "money" | "list" | "source" | "contact" | "long";
  most: number;
  type?: "email" | "tel" | "url";
};

export const FACTS: FactField[] = [
  { field: "value_cents", label: "Value", kind: "money", most: 20 },
  { field: "tier_interest", label: "Interested in", kind: "list", most: 400 },
  { field: "first_name", label: "First name", kind: "text", most: 100 },
  { field: "last_name", label: "Last name", kind: "text", most: 100 },
  { field: "company", label: "Company", kind: "text", most: 200 },
  { field: "role", label: "Role", kind: "text", most: 100 },
  { field: "phone", label: "Phone", kind: "text", most: 50, type: "tel" },
  { field: "email", label: "E-mail", kind: "text", most: 320, type: "email" },
  { field: "website", label: "Website", kind: "text", most: 2048, type: "url" },
  { field: "ad_spend", label: "Ad spend", kind: "text", most: 100 },
  { field: "target_clients", label: "New clients", kind: "text", most: 100 },
  { field: "deal_size", label: "Deal size", kind: "text", most: 100 },
  { field: "timeline", label: "Timeline", kind: "text", most: 100 },
  { field: "best_contact", label: "Best contact", kind: "contact", most: 100 },
  { field: "source", label: "Source", kind: "source", most: 40 },
  { field: "goals", label: "Goals", kind: "long", most: 10_000 },
];

/** A fact as one types it. */
export function toTyped(lead: LeadDetail, { field, kind }: FactField): string {
  const value = lead[field];
  if (value === null || value === undefined) return "";
  if (kind === "money") return plainAmount({ amount: Number(value), currency: lead.currency });
  return Array.isArray(value) ? value.join(", ") : String(value);
}

/** What was typed, as the database stores it, or what is wrong with it. */
export function fromTyped(typed: string, { kind, field }: FactField, currency: string) {
  const text = typed.trim();
  if (field === "email" && text && !/^[^@\s]+@[^@\s]+$/.test(text)) return { problem: "This is no e-mail address" };
  if (kind === "list")
    return {
      value: text
        .split(",")
        .map((one) => one.trim())
        .filter(Boolean),
    };
  if (!text) return { value: null };
  if (kind !== "money") return { value: text };
  const cents = parseMoney(text, currency);
  return cents === null || cents < 0 ? { problem: "Write an amount, such as 4,450" } : { value: cents };
}
