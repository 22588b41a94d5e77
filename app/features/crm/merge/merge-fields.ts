import { isMergedField, LEAD_FIELDS, type MergedLeadField } from "../../../../domain/lead-fields.ts";
import type { Lead, Side } from "./api.ts";

export type MergeField = MergedLeadField;

/** The fields that users choose between. A merge always keeps the tags and offers of both leads. */
const MERGE_FIELDS = LEAD_FIELDS.map(({ field }) => field).filter(isMergedField);

const isBlank = (value: unknown) => value === null || (typeof value === "string" && value.trim() === "");

/** The fields that differ, for which the user chooses a side. */
export function differingFields(keep: Lead, other: Lead): MergeField[] {
  return MERGE_FIELDS.filter(
    (field) => keep[field] !== other[field] && !(isBlank(keep[field]) && isBlank(other[field])),
  );
}

/** The default side, as in the database: the kept lead's value, unless it is blank. */
export function suggestedSide(keep: Lead, field: MergeField): Side {
  return isBlank(keep[field]) ? "other" : "keep";
}

const isSameAddress = (one: string | null, other: string | null) => one?.toLowerCase() === other?.toLowerCase();

/**
 * Whose consent the merged lead has: the one that belongs to its email address. Null when it has none. As in
 * `private.merged_lead`, and as `private.derive_lead_fields` ends consent when its address goes.
 */
export function consentSide(keep: Lead, other: Lead, emailSide: Side): Side | null {
  const isOneAddress = keep.email === null || other.email === null || isSameAddress(keep.email, other.email);
  const side = (isOneAddress ? keep.consent_at === null : emailSide === "other") ? "other" : "keep";
  const losesAddress = keep.email !== null && other.email === null && emailSide === "other";
  if (side === "keep" && losesAddress) return null;
  return (side === "other" ? other : keep).consent_at === null ? null : side;
}
