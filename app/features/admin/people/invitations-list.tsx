import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { MailPlus } from "lucide-react";
import { LoadError } from "~/shared/load-error.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { toast } from "~/shared/toast.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { Chip, RoleChip } from "~/ui/chip.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { ADMIN_TEXTS } from "../lib/admin-messages.ts";
import { type Invitation, inviteUser, listInvitations, revokeInvitation } from "./invitations.ts";

const TONES = { open: "info", accepted: "ok", revoked: "neutral", expired: "warn" } as const;

/** Who was invited, to what, and what became of it; open ones can be revoked, others sent anew. */
export function InvitationsList() {
  const query = useQuery({ queryKey: queryKeys.invitations(), queryFn: listInvitations });
  if (query.isPending) return <TableSkeleton label="Loading the invitations" />;
  if (query.isError)
    return <LoadError text={ADMIN_TEXTS.loadFailed} error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data.length === 0)
    return (
      <Card>
        <EmptyState
          icon={<MailPlus />}
          title="Nobody is invited"
          text="Invite somebody by e-mail, and what became of it stands here."
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
  const client = useQueryClient();
  const { id, email, role, state, createdAt, expiresAt } = invitation;
  const settled = () => client.invalidateQueries({ queryKey: queryKeys.invitations() });
  const revoke = useMutation({
    mutationFn: () => revokeInvitation(id),
    onSuccess: () => toast.success("Invitation revoked"),
    onError: (error) => toast.error("Failed to revoke the invitation", { description: error.message }),
    onSettled: settled,
  });
  const again = useMutation({
    mutationFn: () => inviteUser(email, role),
    onSuccess: () => toast.success("Invitation sent"),
    onError: (error) => toast.error("Failed to send the invitation", { description: error.message }),
    onSettled: settled,
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line-soft border-b px-4 py-3 last:border-b-0">
      <div className="min-w-0 flex-1 basis-48">
        <p className="truncate font-medium text-sm">{email}</p>
        <p className="truncate text-ink-3 text-xs">
          invited <TimeAgo at={createdAt} />
          {state === "open" && (
            <>
              {" · ends "}
              <TimeAgo at={expiresAt} />
            </>
          )}
        </p>
      </div>
      <span className="flex gap-1.5">
        <RoleChip role={role} />
        <Chip tone={TONES[state]}>{state}</Chip>
      </span>
      {state === "open" && (
        <Button
          variant="ghost"
          loading={revoke.isPending}
          onClick={() => revoke.mutate()}
          aria-label={`Revoke the invitation of ${email}`}
        >
          Revoke
        </Button>
      )}
      {state !== "accepted" && (
        <Button loading={again.isPending} onClick={() => again.mutate()} aria-label={`Send ${email} a new invitation`}>
          Send again
        </Button>
      )}
    </li>
  );
}
