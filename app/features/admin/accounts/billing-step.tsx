import { hasExpired, ownerInvitation } from "~/shared/accounts/account-people.ts";
import { InviteMemberDialog } from "~/shared/accounts/invite-member-dialog.tsx";
import { Banner } from "~/ui/banner.tsx";
import type { AccountRecord } from "./api.ts";
import { billedClient } from "./billed-client.ts";
import { ownerlessText } from "./ownerless.ts";

/** Before an owner has joined, and after the last person left: what can be prepared, and what waits for whom. */
export function BillingStep({ account }: { account: AccountRecord }) {
  if (billedClient(account).id) return null;
  const invited = ownerInvitation(account.people);
  const { text: title } = ownerlessText({ invited, last_left_at: account.last_left_at });
  if (!invited)
    return (
      <Banner
        tone="warn"
        title={account.last_left_at ? title : "This account has no owner yet"}
        action={<InviteMemberDialog account={account} initialRole="owner" />}
      >
        {account.last_left_at
          ? "No one works in this account or is billed for it. Invite an owner, or archive it. "
          : ""}
        You can prepare invoices, retainers and the dashboard now. Sending and billing start when{" "}
        {account.last_left_at ? "an" : "the"} owner has joined.
      </Banner>
    );
  const isExpired = hasExpired(invited);
  return (
    <Banner tone={isExpired ? "warn" : "info"} title={title}>
      {isExpired ? "Send a new one under Open invitations. " : ""}
      You can prepare invoices, retainers and the dashboard now. The owner sees them after joining.
    </Banner>
  );
}
