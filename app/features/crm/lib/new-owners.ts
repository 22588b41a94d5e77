import { onClearUserData } from "~/shared/clear-user-data.ts";

/** The owner that the user gave a lead to, or the name of the colleague who has it. Undefined: the lead has no owner. */
type NewOwner = { id?: string; name?: string; at: number };

/** By lead, what this tab learned about its owner, so that a page whose lead leaves the user's sight can say who has it. */
const owners = new Map<string, NewOwner>();
onClearUserData(() => owners.clear());

/** The user gave leads to someone, or a claim was refused because a colleague was faster. */
export function noteNewOwner(leadIds: readonly string[], owner: Omit<NewOwner, "at">): void {
  for (const id of leadIds) owners.set(id, { ...owner, at: Date.now() });
}

/** The owner that a lead got after it was read last. */
export function newOwnerSince(leadId: string, readAt: number): NewOwner | undefined {
  const owner = owners.get(leadId);
  return owner && owner.at >= readAt ? owner : undefined;
}
