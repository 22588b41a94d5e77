import type { PortalRights } from "~/shared/portal-rights.ts";
import { ALWAYS_SENT } from "../../../../domain/emails-always-sent.ts";
import { formatNames } from "../../../../domain/format-list.ts";
import type { PartsSeen } from "../../../../domain/notification-kinds.ts";
import type { Role } from "../../../../domain/roles.ts";

type Rights = Pick<PortalRights, "accounts" | "sees_money" | "sees_work" | "is_billed" | "has_plan">;

/** Someone without an account has no leads. The person who is billed subscribes, unless a billing contact did. Whoever pays gets a receipt. */
export function partsSeen(isClient: boolean, rights: Rights | undefined): PartsSeen {
  if (!isClient) return { leads: true, bills: false, receipts: false, plan: false, people: false };
  const { sees_money = false, sees_work = false, is_billed = false, has_plan = false, accounts = [] } = rights ?? {};
  return {
    leads: sees_work && accounts.length > 0,
    bills: is_billed,
    receipts: is_billed || (sees_money && accounts.length > 0),
    plan: is_billed || has_plan,
    people: accounts.some(({ role }) => role === "owner"),
  };
}

/** Emails that users cannot turn off. They are listed so that no one looks for the switch. */
export function alwaysSent(role: Role | null, seen: PartsSeen): string {
  const sent = ALWAYS_SENT.filter(({ roles, part }) => roles.includes(role ?? "sales") && (!part || seen[part]));
  const text = formatNames(sent.map((each) => each.text));
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
