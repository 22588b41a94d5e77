import type { FactName } from "../lib/lead-facts.ts";
import type { Lead, Side } from "./api.ts";

/** What one chooses between; tags and offers of both are kept always. */
const MERGE_FIELDS = [
  "first_name",
  "last_name",
  "email",
  "phone",
  "company",
  "website",
  "role",
  "stage",
  "value_cents",
  "user_id",
  "source",
  "ad_spend",
  "target_clients",
  "deal_size",
  "timeline",
  "best_contact",
  "goals",
] as const satisfies FactName[];

export type MergeField = (typeof MERGE_FIELDS)[number];

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
