import { invoiceName } from "../../../../domain/invoices.ts";
import type { AuditEntry } from "./api.ts";
import { type AuditedRow, DERIVED_FIELDS, rawChanges } from "./audited-rows.ts";
import { describeEntry, sentenceText } from "./describe-entry.ts";
import { fieldLabel, fieldText, isHtml } from "./field-texts.ts";
import { holidayChanges } from "./holiday-changes.ts";
import { isNewVersion } from "./page-phrases.ts";
import type { KeyNames } from "./phrase.ts";
import { numberOf } from "./row-words.ts";

/** `says` is the change of a list in words, which replace its values. */
export type FieldChange = { field: string; label: string; before: string; after: string; says?: string };

/** The fields of a change that people understand, with their labels: 'Due date: Nov 3 → Nov 10'. */
export function changedFields(
  { before, after }: Pick<AuditEntry, "before" | "after">,
  names: KeyNames = {},
): FieldChange[] {
  const text = (field: string, row: AuditedRow | null) =>
    field === "invoice_number" && row
      ? invoiceName(numberOf(row))
      : (names[field]?.[String(row?.[field])] ?? fieldText(field, row?.[field], row ?? {}));
  const holidays = holidayChanges(before, after);
  const changes = rawChanges({ before, after })
    .filter(({ field }) => !holidays || !/^holiday(s|_names)$/.test(field))
    // The actor is who it was by.
    .filter(({ field }) => !/(^|_)(id|by)$/.test(field) && !DERIVED_FIELDS.has(field))
    .map(({ field }) => ({
      field,
      label: fieldLabel(field),
      before: text(field, before),
      after: text(field, after),
    }))
    // Other HTML may be as large.
    .filter(({ field, ...text }) => text.before !== text.after || isHtml(after?.[field]));
  return holidays
    ? [...changes, { field: "holidays", label: "Holidays", before: "", after: "", says: holidays }]
    : changes;
}

/** The changed fields that the sentence doesn't say: without the change, it would be the same. */
export function untoldFields(entry: AuditEntry, names: KeyNames = {}): FieldChange[] {
  const sentence = (before: AuditedRow | null) => sentenceText(describeEntry({ ...entry, before }, undefined, names));
  const isTold = ({ field }: FieldChange) => isNewVersion(entry) && isHtml(entry.after?.[field]);
  return changedFields(entry, names).filter(
    (change) =>
      !isTold(change) &&
      sentence({ ...entry.before, [change.field]: entry.after?.[change.field] }) === sentence(entry.before),
  );
}

/** Every stored value that differs, with its label. Ids have the names that are known; lists and objects stay as stored. */
export function storedChanges(
  entry: Pick<AuditEntry, "row_id" | "before" | "after" | "known">,
  names: KeyNames = {},
): FieldChange[] {
  const text = (field: string, row: AuditedRow | null, stored: string) => {
    const value = row?.[field];
    if (typeof value === "object") return stored;
    if (typeof value === "string" && entry.known[value]) return entry.known[value];
    if (isHtml(value)) return stored;
    return names[field]?.[String(value)] ?? fieldText(field, value, row ?? {});
  };
  return (
    rawChanges(entry)
      // The details name the row's own id already, and a dashboard's owner follows from its person.
      .filter(({ field, before, after }) => field !== "id" || (after || before) !== entry.row_id)
      .filter(({ field }) => field !== "owner_id" || !entry.after?.user_id)
      .map(({ field, before, after }) => ({
        field,
        label: fieldLabel(field),
        before: text(field, entry.before, before),
        after: text(field, entry.after, after),
      }))
  );
}
