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
import { formatCount } from "../../../../domain/format-count.ts";
import { formatDay } from "../../../../domain/format-date.ts";
import { ADMIN_TEXTS } from "../lib/admin-messages.ts";
import { type Invitation, invitationsQuery, resendInvitation, revokeInvitation } from "./api.ts";
import { type InvitationThread, threadKey, threadsOf } from "./invitation-state.ts";

const TONES = { open: "info", accepted: "ok", revoked: "neutral", replaced: "neutral", expired: "warn" } as const;

/** One row for each address and account. An open invitation can be revoked. It and an expired one can be sent again. */
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
        {/* A newer invitation takes the row of the one that it replaces, so the focus stays on the button. */}
        {threadsOf(query.data).map((thread) => (
          <InvitationRow key={threadKey(thread.newest)} thread={thread} />
        ))}
      </ul>
    </Card>
  );
}

function InvitationRow({ thread: { newest: invitation, earlier } }: { thread: InvitationThread<Invitation> }) {
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
        </p>
        {earlier.length > 0 && <EarlierInvitations earlier={earlier} />}
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

function EarlierInvitations({ earlier }: { earlier: readonly Invitation[] }) {
  return (
    <details className="w-fit text-ink-3 text-xs">
      <summary className="w-fit cursor-pointer rounded-xs underline underline-offset-2 hover:text-ink phone:min-h-11 phone:leading-11">
        Sent {formatCount(earlier.length + 1)} times
      </summary>
      <ul aria-label="Earlier invitations" className="grid gap-0.5 pt-1 pl-3.5">
        {earlier.map(({ id, created_at, state }) => (
          <li key={id}>
            <TimeAgo at={created_at} /> · {state === "replaced" ? "a newer invitation replaced it" : state}
          </li>
        ))}
      </ul>
    </details>
  );
}
