import { Mail } from "lucide-react";
import { Button } from "~/ui/button.tsx";
import { Chip } from "~/ui/chip.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { formatDay } from "../../../domain/format-date.ts";
import { queryKeys } from "../query-keys.ts";
import { useAction } from "../use-action.ts";
import { type AccountInvitation, hasExpired, revokeMemberInvitation } from "./account-people.ts";
import { accountRole } from "./account-roles.ts";
import { ResendButton } from "./resend-button.tsx";

type Props = { accountId: string; invitation: AccountInvitation; isArchived: boolean };

/** An invitation that no one has accepted. A new one replaces it, even when it has expired, unless the account is archived. */
export function InvitationRow({ accountId, invitation, isArchived }: Props) {
  const { id, email, role, created_at, expires_at } = invitation;
  const isExpired = hasExpired(invitation);
  const revoke = useAction({
    action: () => revokeMemberInvitation(accountId, id),
    successMessage: `The invitation for ${email} was revoked`,
    errorMessage: "Couldn't revoke the invitation",
    isFree: true,
    invalidates: [queryKeys.accounts()],
  });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
      <span className="flex min-w-0 flex-1 basis-52 items-center gap-3 phone:basis-full">
        <span className="grid size-6 shrink-0 place-items-center rounded-full bg-mute-bg text-ink-3">
          <Mail aria-hidden="true" className="size-3.5" />
        </span>
        <span className="grid min-w-0 text-13">
          <span className="wrap-anywhere font-medium md:truncate">{email}</span>
          <span className="text-ink-3 text-xs">
            {accountRole(role)?.label} · invited <TimeAgo at={created_at} />
            {!isExpired && ` · expires on ${formatDay(expires_at)}`}
          </span>
        </span>
      </span>
      {isExpired && <Chip tone="warn">Expired</Chip>}
      <span className="ml-auto flex gap-1">
        {!isArchived && <ResendButton accountId={accountId} invitation={invitation} variant="ghost" />}
        <Button
          size="sm"
          variant="ghost"
          loading={revoke.busy}
          aria-label={`Revoke the invitation for ${email}`}
          onClick={() => void revoke.run()}
        >
          <span>Revoke</span>
        </Button>
      </span>
    </li>
  );
}
