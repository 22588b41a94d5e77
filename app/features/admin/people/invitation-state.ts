type Stored = {
  email: string;
  account_id: string | null;
  created_at: string;
  expires_at: string;
  revoked_at: string | null;
  accepted_at: string | null;
};

export type InvitationState = "open" | "accepted" | "revoked" | "replaced" | "expired";

/** The newest invitation of an address to an account, and those that it follows. */
export type InvitationThread<Invitation> = { newest: Invitation; earlier: Invitation[] };

/** One entry for each address and account, in the order of the newest invitations. `all` has the newest first. */
export function threadsOf<Invitation extends Pick<Stored, "email" | "account_id">>(
  all: readonly Invitation[],
): InvitationThread<Invitation>[] {
  const threads = new Map<string, InvitationThread<Invitation>>();
  for (const invitation of all) {
    const key = threadKey(invitation);
    const thread = threads.get(key);
    if (thread) thread.earlier.push(invitation);
    else threads.set(key, { newest: invitation, earlier: [] });
  }
  return [...threads.values()];
}

export const threadKey = ({ email, account_id }: Pick<Stored, "email" | "account_id">) =>
  `${account_id} ${email.toLowerCase()}`;

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
