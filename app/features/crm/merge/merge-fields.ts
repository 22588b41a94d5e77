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
