import { InviteMemberDialog } from "~/shared/accounts/invite-member-dialog.tsx";
import { Banner } from "~/ui/banner.tsx";
import { formatList } from "../../../../domain/format-list.ts";
import type { AccountRecord } from "./api.ts";
import { billedClient } from "./billed-client.ts";

/** Before an owner has joined: what waits for whom. Invoices and retainers name a person, so they can't come first. */
export function BillingStep({ account }: { account: AccountRecord }) {
  if (billedClient(account)) return null;
  const invited = account.people.invitations.find(({ role }) => role === "owner");
  if (!invited)
    return (
      <Banner
        tone="warn"
        title="This account has no owner yet"
        action={<InviteMemberDialog account={account} initialRole="owner" />}
      >
        Invoices and retainers name a person. You can draft them as soon as an owner has joined.
      </Banner>
    );
  const isExpired = Date.parse(invited.expires_at) <= Date.now();
  const waiting = account.waiting.filter(({ email }) => email === invited.email);
  const prepared = waiting.flatMap(({ retainer, has_dashboard }) => [
    ...(retainer ? [`the draft retainer ${retainer}`] : []),
    ...(has_dashboard ? ["the lead dashboard"] : []),
  ]);
  return (
    <Banner
      tone={isExpired ? "warn" : "info"}
      title={
        isExpired
          ? `The invitation for ${invited.email} has expired`
          : `Waiting for ${invited.email} to accept the invitation`
      }
    >
      {isExpired ? "Send a new one under Open invitations. " : ""}
      Invoices and retainers name a person, so you can draft them as soon as the owner has joined.
      {prepared.length > 0 && ` Ready for that moment: ${formatList(prepared)}.`}
    </Banner>
  );
}
