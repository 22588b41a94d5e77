import { isMergedField, LEAD_FIELDS, type MergedLeadField } from "../../../../domain/lead-fields.ts";
import type { Lead, Side } from "./api.ts";

export type MergeField = MergedLeadField;

/** What one chooses between; tags and offers of both are kept always. */
const MERGE_FIELDS = LEAD_FIELDS.map(({ field }) => field).filter(isMergedField);

const isBlank = (value: unknown) => value === null || (typeof value === "string" && value.trim() === "");

/** Fields in which the two differ: these are chosen. */
export function differingFields(keep: Lead, other: Lead): MergeField[] {
  return MERGE_FIELDS.filter(
    (field) => keep[field] !== other[field] && !(isBlank(keep[field]) && isBlank(other[field])),
  );
}

/** As the database decides where nothing is chosen: the kept lead's own, unless that is blank. */
export function suggestedSide(keep: Lead, field: MergeField): Side {
  return isBlank(keep[field]) ? "other" : "keep";
}
