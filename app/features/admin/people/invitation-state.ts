type Stored = {
  email: string;
  account_id: string | null;
  created_at: string;
  expires_at: string;
  revoked_at: string | null;
  accepted_at: string | null;
};

export type InvitationState = "open" | "accepted" | "revoked" | "replaced" | "expired";

/** What became of an invitation, among all that are listed. `replaced` means that a newer one ended its link. */
export function invitationState(invitation: Stored, all: readonly Stored[], now: number): InvitationState {
  const { email, account_id, expires_at, revoked_at, accepted_at } = invitation;
  if (accepted_at) return "accepted";
  // The database ends the earlier link in the moment in which it adds the newer one.
  const isReplaced = all.some(
    (newer) => newer.created_at === revoked_at && newer.email === email && newer.account_id === account_id,
  );
  if (revoked_at) return isReplaced ? "replaced" : "revoked";
  return Date.parse(expires_at) <= now ? "expired" : "open";
}
