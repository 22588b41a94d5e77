import { useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { accountRole } from "~/shared/accounts/account-roles.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { invitedTo } from "../../../../domain/invitation-words.ts";
import type { Role } from "../../../../domain/roles.ts";
import { findInvitation, type Invitation, type InvitationEnd, invitationEnd } from "./api.ts";
import { useHydrated } from "./use-hydrated.ts";

/** Undefined while it loads, null when it is no longer valid. */
type InvitationOrNull = Invitation | null | undefined;
export type InvitationLookup = {
  hasToken: boolean;
  failed: boolean;
  invitation: InvitationOrNull;
  /** Why it is no longer valid, if the server says it. */
  reason: InvitationEnd;
  /** The server said that the invitation is no longer valid, although it was when the page opened. */
  end: () => void;
};

/** The invitation in the URL: ?invitation=…, or that of the page behind the sign-in (?next=/workspace?invitation=…). */
export function useInvitation(): InvitationLookup {
  const hydrated = useHydrated();
  const [search] = useSearchParams();
  const token = hydrated ? (search.get("invitation") ?? invitationOf(search.get("next"))) : null;
  const [invitation, setInvitation] = useState<InvitationOrNull>();
  const [reason, setReason] = useState<InvitationEnd>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (token === null) return;
    let left = false;
    const look = async () => {
      const found = await findInvitation(token);
      const why = found === null ? await invitationEnd(token) : null;
      if (left) return;
      setReason(why);
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
    reason,
    end: () => {
      setInvitation(null);
      if (token !== null) void invitationEnd(token).then(setReason);
    },
  };
}

function invitationOf(next: string | null): string | null {
  const [path, query] = next?.split("?") ?? [];
  return path === "/workspace" ? new URLSearchParams(query).get("invitation") : null;
}

const ROLES: Record<Role, string> = { admin: "an admin", sales: "a member of the sales team", client: "a client" };

export const ENDED_INVITATION = "This invitation is no longer valid";
/** What to do when it has ended for one of these reasons. */
export const END_TEXTS: Record<NonNullable<InvitationEnd>, string> = {
  replaced: "A newer invitation was sent to the same address. Use the link in that email.",
  closed: "The account is closed, so no one can join it. If that's a surprise, ask the person who invited you.",
};
const ENDED_TEXT =
  "It was used or revoked, or it has expired. If you joined with it, sign in. Otherwise, ask for a new one.";
const textOf = (reason: InvitationEnd) => (reason ? END_TEXTS[reason] : ENDED_TEXT);

/** Says who invites to what, and how to join; or what to do when the invitation is no longer valid. */
export function InvitationNotice({
  hasToken,
  failed,
  invitation,
  reason,
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
      {textOf(reason)}
    </Banner>
  );
}

/** In place of the sign-up form: a person who joined with the invitation signs in. */
export function EndedInvitation({ reason, onSignIn }: { reason: InvitationEnd; onSignIn: () => void }) {
  return (
    <>
      <p className="text-ink-2">{textOf(reason)}</p>
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
