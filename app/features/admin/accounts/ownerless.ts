import { hasExpired } from "~/shared/accounts/account-people.ts";
import { formatDay, formatMonthDay } from "../../../../domain/format-date.ts";

type Ownerless = {
  /** The owner's open invitation. */
  invited: { email: string; expires_at: string } | null | undefined;
  last_left_at: string | null;
};

/** Why no one is billed for an account, the same in the list and on its page, and in fewer words for a narrow column. */
export function ownerlessText({ invited, last_left_at }: Ownerless): { text: string; short: string } {
  if (invited)
    return hasExpired(invited)
      ? { text: `The invitation for ${invited.email} has expired`, short: `Expired: ${invited.email}` }
      : { text: `Waiting for ${invited.email} to accept the invitation`, short: `Invited: ${invited.email}` };
  if (last_left_at)
    return {
      text: `Its last person left on ${formatDay(last_left_at)}`,
      short: `Last person left ${formatMonthDay(last_left_at)}`,
    };
  return { text: "No one has joined yet", short: "No one has joined yet" };
}
