import { useQuery } from "@tanstack/react-query";
import { MailPlus } from "lucide-react";
import { LoadError } from "~/shared/load-error.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Chip, RoleChip } from "~/ui/chip.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { ADMIN_TEXTS } from "../lib/admin-messages.ts";
import { type Invitation, invitationsQuery, inviteUser, revokeInvitation } from "./api.ts";

const TONES = { open: "info", accepted: "ok", revoked: "neutral", expired: "warn" } as const;

/** Invitations and their status. Open ones can be revoked. All but accepted ones can be sent again. */
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
  return (
    <Card>
      <ul aria-label="Invitations">
        {query.data.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </Card>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { id, email, role, state } = invitation;
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
    action: () => inviteUser({ email, role }),
    successMessage: "Invitation sent",
    errorMessage: "Failed to send invitation",
    ...shared,
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line-soft border-b px-4 py-3 last:border-b-0">
      <div className="min-w-0 flex-1 basis-48 phone:basis-full">
        <p className="wrap-anywhere font-medium text-sm md:truncate">{email}</p>
        <p className="text-ink-3 text-xs md:truncate">
          invited <TimeAgo at={invitation.created_at} />
          {state === "open" && (
            <>
              {" · expires "}
              <TimeAgo at={invitation.expires_at} />
            </>
          )}
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
      {state !== "accepted" && (
        <Button loading={again.busy} onClick={() => void again.run()} aria-label={`Send ${email} a new invitation`}>
          Resend
        </Button>
      )}
    </li>
  );
}
