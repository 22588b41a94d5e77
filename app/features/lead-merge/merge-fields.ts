import type { Lead, Side } from "./merge-leads.ts";

/** What one chooses between; tags and offers of both are kept always. */
export const MERGE_FIELDS = [
  { field: "first_name", label: "First name" },
  { field: "last_name", label: "Last name" },
  { field: "email", label: "E-mail" },
  { field: "phone", label: "Phone" },
  { field: "company", label: "Company" },
  { field: "website", label: "Website" },
  { field: "role", label: "Role" },
  { field: "stage", label: "Stage" },
  { field: "value_cents", label: "Value" },
  { field: "user_id", label: "Owner" },
  { field: "source", label: "Source" },
  { field: "ad_spend", label: "Ad spend" },
  { field: "target_clients", label: "Target clients" },
  { field: "deal_size", label: "Deal size" },
  { field: "timeline", label: "Timeline" },
  { field: "best_contact", label: "Best contact" },
  { field: "goals", label: "Goals" },
] as const;

export type MergeField = (typeof MERGE_FIELDS)[number]["field"];

const isBlank = (value: unknown) => value === null || (typeof value === "string" && value.trim() === "");

/** Fields in which the two differ: these are chosen. */
export function differing(keep: Lead, other: Lead): MergeField[] {
  return MERGE_FIELDS.map(({ field }) => field).filter(
    (field) => keep[field] !== other[field] && !(isBlank(keep[field]) && isBlank(other[field])),
  );
}

/** As the database decides where nothing is chosen: the kept lead's own, unless that is blank. */
export function suggestedSide(keep: Lead, field: MergeField): Side {
  return isBlank(keep[field]) ? "other" : "keep";
}
