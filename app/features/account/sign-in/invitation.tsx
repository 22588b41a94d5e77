import { useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { accountRole } from "~/shared/accounts/account-roles.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { invitedTo } from "../../../../domain/invitation-words.ts";
import type { Role } from "../../../../domain/roles.ts";
import { findInvitation, type Invitation, isInvitationReplaced } from "./api.ts";
import { useHydrated } from "./use-hydrated.ts";

/** Undefined while it loads, null when it is no longer valid. */
type InvitationOrNull = Invitation | null | undefined;
export type InvitationLookup = {
  hasToken: boolean;
  failed: boolean;
  invitation: InvitationOrNull;
  /** It is no longer valid, because a newer one was sent. */
  isReplaced: boolean;
  /** The server said that the invitation is no longer valid, although it was when the page opened. */
  end: () => void;
};

/** The invitation in the URL: ?invitation=…, or that of the page behind the sign-in (?next=/workspace?invitation=…). */
export function useInvitation(): InvitationLookup {
  const hydrated = useHydrated();
  const [search] = useSearchParams();
  const token = hydrated ? (search.get("invitation") ?? invitationOf(search.get("next"))) : null;
  const [invitation, setInvitation] = useState<InvitationOrNull>();
  const [isReplaced, setReplaced] = useState(false);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (token === null) return;
    let left = false;
    const look = async () => {
      const found = await findInvitation(token);
      const replaced = found === null && (await isInvitationReplaced(token));
      if (left) return;
      setReplaced(replaced);
      setInvitation(found);
    };
    look().catch(() => left || setFailed(true));
    return () => {
      left = true;
    };
  }, [token]);
  return {
    hasToken: token !== null,
    failed,
    invitation: token === null ? undefined : invitation,
    isReplaced,
    end: () => {
      setInvitation(null);
      if (token !== null) void isInvitationReplaced(token).then(setReplaced);
    },
  };
}

function invitationOf(next: string | null): string | null {
  const [path, query] = next?.split("?") ?? [];
  return path === "/workspace" ? new URLSearchParams(query).get("invitation") : null;
}

const ROLES: Record<Role, string> = { admin: "an admin", sales: "a member of the sales team", client: "a client" };

export const ENDED_INVITATION = "This invitation is no longer valid";
export const REPLACED_TEXT = "A newer invitation was sent to the same address. Use the link in that email.";
const ENDED_TEXT =
  "It was used or revoked, or it has expired. If you joined with it, sign in. Otherwise, ask for a new one.";

/** Says who invites to what, and how to join; or what to do when the invitation is no longer valid. */
export function InvitationNotice({
  hasToken,
  failed,
  invitation,
  isReplaced,
  tab,
}: Omit<InvitationLookup, "end"> & { tab: "signin" | "signup" }) {
  if (!hasToken || (invitation === undefined && !failed)) return null;
  if (invitation) {
    const { role, account, invitedBy, email } = invitation;
    const title = account
      ? `${invitedTo({ by: invitedBy, account: account.name })} as ${accountRole(account.role)?.noun}.`
      : `You're invited as ${ROLES[role]}.`;
    return (
      <Banner title={title}>
        <span className="wrap-anywhere">
          {tab === "signup" ? `Choose a password for ${email} to join.` : `Sign in as ${email} to join.`}
        </span>
      </Banner>
    );
  }
  if (failed)
    return (
      <Banner tone="warn" title="We couldn't look up your invitation.">
        Reload this page in a moment.
      </Banner>
    );
  return (
    <Banner tone="warn" title={`${ENDED_INVITATION}.`}>
      {isReplaced ? REPLACED_TEXT : ENDED_TEXT}
    </Banner>
  );
}

/** In place of the sign-up form: a person who joined with the invitation signs in. */
export function EndedInvitation({ isReplaced, onSignIn }: { isReplaced: boolean; onSignIn: () => void }) {
  return (
    <>
      <p className="text-ink-2">{isReplaced ? REPLACED_TEXT : ENDED_TEXT}</p>
      <div className="grid gap-2">
        <Button variant="primary" size="lg" onClick={onSignIn}>
          Sign in
        </Button>
        <Button variant="ghost" size="lg" asChild>
          <Link to="/auth?tab=signup" replace preventScrollReset>
            Sign up without the invitation
          </Link>
        </Button>
      </div>
    </>
  );
}
