import { leadName } from "../../../../domain/lead-name.ts";
import type { Lead } from "./list-lead-groups.ts";

/** By name, else by e-mail: the company stands above its leads already. */
export function nameInGroup(lead: Lead): string {
  return leadName({ ...lead, company: null });
}
