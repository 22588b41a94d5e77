import { withoutAccents } from "../../../../domain/without-accents.ts";
import type { AuditEntry } from "./api.ts";
import { describeEntry, sentenceText } from "./describe-entry.ts";
import { type FieldChange, storedChanges } from "./field-changes.ts";
import type { KeyNames } from "./phrase.ts";

const MAX_MATCHES = 3;

/** A text as the search of the database compares it. */
const folded = (text: string) => withoutAccents(text).toLowerCase();

/** The stored values that a search found and that the entry's line doesn't show, so that one sees why it was found. */
export function matchedFields(
  entry: AuditEntry,
  query: string,
  shown: readonly FieldChange[],
  names: KeyNames = {},
): FieldChange[] {
  const line = folded(`${sentenceText(describeEntry(entry, undefined, names))}\n${entry.reason ?? ""}`);
  const words = folded(query)
    .split(/\s+/)
    .filter((word) => word && !line.includes(word));
  const isShown = (field: string) => shown.some((other) => other.field === field);
  return storedChanges(entry, names)
    .filter(({ field, before, after }) => {
      const values = folded(`${before}\n${after}`);
      return !isShown(field) && words.some((word) => values.includes(word));
    })
    .slice(0, MAX_MATCHES);
}
