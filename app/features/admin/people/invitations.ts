import { rpc, runQuery } from "~/shared/api.ts";
import type { Role } from "../../../../domain/roles.ts";

export type InvitationState = "open" | "accepted" | "revoked" | "expired";

export type Invitation = {
  id: string;
  email: string;
  role: Role;
  createdAt: string;
  expiresAt: string;
  state: InvitationState;
};

const MAX_INVITATIONS = 200;

/** The newest invitations and what became of them. Throws ServiceError. */
export async function listInvitations(): Promise<Invitation[]> {
  const data = await runQuery((db) =>
    db
      .from("invitations")
      .select("id, email, role, created_at, expires_at, revoked_at, accepted_at")
      .order("created_at", { ascending: false })
      .limit(MAX_INVITATIONS),
  );
  return data.map(({ created_at: createdAt, expires_at: expiresAt, revoked_at, accepted_at, ...rest }) => {
    const over = Date.parse(expiresAt) <= Date.now();
    const state = accepted_at ? "accepted" : revoked_at ? "revoked" : over ? "expired" : "open";
    return { ...rest, createdAt, expiresAt, state };
  });
}

/** Mails an invitation, in place of an earlier open one. Throws ServiceError: PT409 they have an account, 22023 no address. */
export async function inviteUser(email: string, role: Role): Promise<void> {
  await rpc("invite_user", { p_email: email, p_role: role });
}

/** Ends an invitation's link. Throws ServiceError: PT409 it was used or revoked already. */
export async function revokeInvitation(id: string): Promise<void> {
  await rpc("revoke_invitation", { p_invitation_id: id });
}
