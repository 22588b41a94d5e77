import { formatNames } from "../../../../domain/format-list.ts";
import { LEAD_FIELDS, type LeadField } from "../../../../domain/lead-fields.ts";
import { factText } from "../lib/lead-facts.ts";

type Edit = { field: string; from: unknown; to: unknown };

/**
 * What someone changed about a lead, as a phrase that follows their name: 'changed Company from “Acme” to “Acme Inc” and set Role to
 * “Owner”'. The payload is that of an activity of the kind edit (`private.edits_of`); after an erasure it is empty.
 */
export function editText(payload: { [key: string]: unknown }, currency: string): string {
  const fields: Edit[] = Array.isArray(payload["fields"]) ? payload["fields"] : [];
  const phrases = LEAD_FIELDS.flatMap((known) =>
    fields.filter(({ field }) => field === known.field).map((edit) => phraseOf(known, edit, currency)),
  );
  return phrases.length > 0 ? formatNames(phrases) : "changed the details";
}

function phraseOf({ field, label, kind }: (typeof LEAD_FIELDS)[number], { from, to }: Edit, currency: string): string {
  const text = (value: unknown) => valueText(field, kind, value, currency);
  if (kind === "list")
    return [to !== null && `added ${text(to)} to ${label}`, from !== null && `removed ${text(from)} from ${label}`]
      .filter(Boolean)
      .join(" and ");
  // Of long texts, only the beginning is kept.
  if (text(from) === text(to)) return `changed ${label}`;
  if (from === null) return `set ${label} to ${text(to)}`;
  return to === null ? `cleared ${label} (was ${text(from)})` : `changed ${label} from ${text(from)} to ${text(to)}`;
}

function valueText(field: LeadField, kind: string, value: unknown, currency: string): string {
  if (Array.isArray(value)) return formatNames(value.map((one) => `“${String(one)}”`));
  const text = factText(field, value, { currency });
  return (kind === "word" || kind === "text") && field !== "phone" ? `“${text}”` : text;
}
