import { Banner } from "~/ui/banner.tsx";
import type { Role } from "../../../../domain/roles.ts";
import type { InvitationLookup } from "./use-invitation.ts";

const ROLE_LABELS: Record<Role, string> = {
  admin: "an admin",
  sales: "a member of the sales team",
  client: "a client",
};

/** To what the link of an invitation invites, or that it has ended and what to do then. */
export function InvitationNotice({ hasToken, failed, invitation }: InvitationLookup) {
  if (!hasToken || (invitation === undefined && !failed)) return null;
  if (invitation)
    return <Banner title={`You are invited as ${ROLE_LABELS[invitation.role]}.`}>Choose a password to join.</Banner>;
  if (failed)
    return (
      <Banner tone="warn" title="Your invitation could not be looked up.">
        Reload the page in a moment. Nothing is lost.
      </Banner>
    );
  return (
    <Banner tone="warn" title="This invitation has ended.">
      It was used, revoked or is older than seven days. Ask for a new one, or sign up without it.
    </Banner>
  );
}
