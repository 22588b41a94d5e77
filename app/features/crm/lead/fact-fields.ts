import { emailProblem } from "../../../../domain/email-address.ts";
import { type EditableLeadField, LEAD_FIELDS } from "../../../../domain/lead-fields.ts";
import { readAmount } from "../../../../domain/lead-values.ts";
import { formatInputAmount } from "../../../../domain/money.ts";
import { phoneProblem } from "../../../../domain/phone.ts";
import { websiteProblem } from "../../../../domain/web-address.ts";
import type { LeadDetail } from "../lib/lead-types.ts";

/** A fact of a lead that users can edit in place. */
export type FactField = {
  field: EditableLeadField;
  label: string;
  kind: "text" | "money" | "list" | "source" | "contact" | "long";
  maxLength: number;
  type?: "email" | "tel" | "url";
  /** Shown even when it is empty, because the team should fill it. */
  isKey: boolean;
};

/** FIRST are the facts at the top, LAST those at the bottom. The others keep the order of LEAD_FIELDS between them. */
const FIRST: EditableLeadField[] = [
  "value_cents",
  "tier_interest",
  "first_name",
  "last_name",
  "company",
  "role",
  "phone",
  "email",
  "website",
];
const KEY: EditableLeadField[] = ["value_cents", "first_name", "last_name", "company", "phone", "email"];
const LAST: EditableLeadField[] = ["source", "goals"];

/** The maximum input lengths of kinds whose text differs from the stored value: amounts, sources and lists with commas. */
const TYPED_LENGTHS = { money: 20, source: 40, list: 400 };

export const FACTS: FactField[] = LEAD_FIELDS.flatMap((one): FactField[] => {
  if (!("input" in one)) return [];
  const { field, label, input } = one;
  const isPlain = input === "email" || input === "tel" || input === "url";
  const maxLength = input in TYPED_LENGTHS ? TYPED_LENGTHS[input as keyof typeof TYPED_LENGTHS] : (one.maxLength ?? 0);
  return [
    {
      field,
      label,
      maxLength,
      isKey: KEY.includes(field),
      kind: isPlain ? "text" : input,
      ...(isPlain && { type: input }),
    },
  ];
}).sort((one, other) => placeOf(one.field) - placeOf(other.field));

function placeOf(field: EditableLeadField): number {
  if (FIRST.includes(field)) return FIRST.indexOf(field) - FIRST.length;
  return LAST.indexOf(field) + 1;
}

/** The value of a fact as text for an input field. */
export function toInputValue(lead: LeadDetail, { field, kind }: FactField): string {
  const value = lead[field];
  if (value === null || value === undefined) return "";
  if (kind === "money") return formatInputAmount({ amount: Number(value), currency: lead.currency });
  return Array.isArray(value) ? value.join(", ") : String(value);
}

/** Converts input text to the value for the database, or returns the problem with it. */
export function parseInputValue(typed: string, { kind, field }: FactField, currency: string) {
  const text = typed.trim();
  const noEmail = field === "email" && emailProblem(text);
  if (noEmail) return { problem: noEmail };
  const noPhone = field === "phone" && phoneProblem(text);
  if (noPhone) return { problem: noPhone };
  const noWebsite = field === "website" && websiteProblem(text);
  if (noWebsite) return { problem: noWebsite };
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
  return cents === null ? { problem: "Enter an amount, such as 4,450" } : { value: cents };
}
