import { useQuery } from "@tanstack/react-query";
import { MailPlus } from "lucide-react";
import { accountRole } from "~/shared/accounts/account-roles.ts";
import { LoadError } from "~/shared/load-error.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Chip, RoleChip } from "~/ui/chip.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { formatDay } from "../../../../domain/format-date.ts";
import { ADMIN_TEXTS } from "../lib/admin-messages.ts";
import { type Invitation, invitationsQuery, resendInvitation, revokeInvitation } from "./api.ts";

const TONES = { open: "info", accepted: "ok", revoked: "neutral", replaced: "neutral", expired: "warn" } as const;

/** The newest invitation of an address to an account keeps its row when another one replaces it, so the focus stays on the button. */
function keysOf(invitations: readonly Invitation[]): string[] {
  const newest = new Set<string>();
  return invitations.map(({ id, email, account_id }) => {
    const key = `${account_id} ${email}`;
    if (newest.has(key)) return id;
    newest.add(key);
    return key;
  });
}

/** Invitations and their status. Open ones can be revoked. They and expired ones can be sent again. */
export function InvitationsList() {
  const query = useQuery(invitationsQuery());
  if (query.isPending) return <TableSkeleton label="Loading invitations" />;
  if (query.isError)
    return <LoadError text={ADMIN_TEXTS.loadFailed} error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data.length === 0)
    return (
      <Card>
        <EmptyState
          icon={<MailPlus />}
          title="No invitations yet"
          text="Invite someone by email and track the invitation here."
        />
      </Card>
    );
  const keys = keysOf(query.data);
  return (
    <Card>
      <ul aria-label="Invitations">
        {query.data.map((invitation, at) => (
          <InvitationRow key={keys[at]} invitation={invitation} />
        ))}
      </ul>
    </Card>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { id, email, role, account, account_role, state } = invitation;
  const shared = {
    describeError: (error: unknown) => (error instanceof Error ? error.message : undefined),
    invalidates: [queryKeys.invitations()],
  };
  const revoke = useAction({
    action: () => revokeInvitation(id),
    successMessage: "Invitation revoked",
    errorMessage: "Failed to revoke invitation",
    ...shared,
  });
  const again = useAction({
    action: () => resendInvitation(id),
    successMessage: "Invitation sent again",
    errorMessage: "Failed to send invitation",
    ...shared,
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line-soft border-b px-4 py-3 last:border-b-0">
      <div className="min-w-0 flex-1 basis-48 phone:basis-full">
        <p className="wrap-anywhere font-medium text-sm md:truncate">{email}</p>
        {account && account_role && (
          <p className="wrap-anywhere text-13 text-ink-2 md:truncate">
            {account}, {accountRole(account_role)?.label}
          </p>
        )}
        <p className="text-ink-3 text-xs md:truncate">
          invited <TimeAgo at={invitation.created_at} />
          {state === "open" && ` · expires on ${formatDay(invitation.expires_at)}`}
          {state === "replaced" && " · a newer invitation replaced it"}
        </p>
      </div>
      <span className="flex gap-1.5 phone:mr-auto">
        <RoleChip role={role} />
        <Chip tone={TONES[state]}>{state}</Chip>
      </span>
      {state === "open" && (
        <Button
          variant="ghost"
          loading={revoke.busy}
          onClick={() => void revoke.run()}
          aria-label={`Revoke invitation for ${email}`}
        >
          Revoke
        </Button>
      )}
      {(state === "open" || state === "expired") && (
        <Button loading={again.busy} onClick={() => void again.run()} aria-label={`Resend the invitation for ${email}`}>
          Resend
        </Button>
      )}
    </li>
  );
}
