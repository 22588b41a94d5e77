import { queryOptions } from "@tanstack/react-query";
import { rpc } from "../api.ts";
import { queryClient } from "../query-client.ts";
import { queryKeys } from "../query-keys.ts";
import * as z from "../schema.ts";
import type { AccountRole } from "./account-roles.ts";

const role = z.enum(["owner", "member", "billing"]);
const person = z.object({ id: z.string(), name: z.string(), email: z.string(), since: z.string() });
/** Someone without `is_active` was deactivated and sees nothing, but stays lent. */
const lentPerson = z.extend(person, {
  is_active: z.boolean(),
  /** The names of the account's meeting types that no one can book without them. */
  only_host_of: z.array(z.string()),
});

/** The plan that the account has through a person, and what happens to it when they leave or become a member. */
const memberPlan = z.object({
  is_gift: z.boolean(),
  ends_at: z.nullable(z.string()),
  is_ending: z.boolean(),
  /** Nothing is paid yet. */
  in_trial: z.boolean(),
  /** The account is on the free plan then. */
  stops: z.boolean(),
  /** It has more leads than the free plan shows. */
  hides_leads: z.boolean(),
  /** The end of the other plan that keeps Premium for the account; null if there is none or it has no end. */
  kept_until: z.nullable(z.string()),
  /** It renews and gives only this account Premium, so the database refuses until it is canceled. */
  must_end: z.boolean(),
  /** It goes on for other accounts. */
  has_others: z.boolean(),
  /** Their names; null without any, and for a user who doesn't see all of them. */
  others: z.nullable(z.array(z.string())),
  /** The user may cancel it. */
  may_manage: z.boolean(),
});
export type MemberPlan = z.infer<typeof memberPlan>;

/** The money of the account that names a person, and what happens to it when they leave or become a member. */
const memberMoney = z.object({
  /** Open ones. They stay in the person's name, and so do agreed ones, which can't be paid yet. */
  invoices: z.number(),
  agreed: z.number(),
  /** Running ones. They name the heir then, and so do drafts. */
  retainers: z.number(),
  /** 0 for those who aren't admins. */
  drafts: z.number(),
  /** They see and pay what stays. */
  signs_in: z.boolean(),
  /** The name of an owner who stays; null when no one does. */
  heir: z.nullable(z.string()),
});
export type MemberMoney = z.infer<typeof memberMoney>;

/** The people of an account: members, sales reps of the agency who are lent to it, and open invitations. */
export const accountPeople = z.object({
  may_manage: z.boolean(),
  /**
   * The plan, the leads and the money are null for those who neither are them nor manage the account, the plan also unless the
   * account has it through them.
   */
  members: z.array(
    z.extend(person, {
      role,
      /** Of their role as a client. Someone who isn't active sees nothing, but stays in the account. */
      status: z.enum(["pending", "active", "inactive"]),
      plan: z.nullable(memberPlan),
      open_leads: z.nullable(z.number()),
      money: z.nullable(memberMoney),
      /** The names of the meeting types without another host. */
      only_host_of: z.array(z.string()),
    }),
  ),
  lent: z.array(lentPerson),
  /** Empty for those who don't manage the account. */
  invitations: z.array(
    z.object({ id: z.string(), email: z.string(), role, created_at: z.string(), expires_at: z.string() }),
  ),
});
export type AccountPeople = z.infer<typeof accountPeople>;
export type AccountMember = AccountPeople["members"][number];
export type LentPerson = z.infer<typeof lentPerson>;
export type AccountInvitation = AccountPeople["invitations"][number];

export const hasExpired = ({ expires_at }: Pick<AccountInvitation, "expires_at">) =>
  Date.parse(expires_at) <= Date.now();

/** The open invitation of an account's owner: the newest one whose link works, else the newest. */
export function ownerInvitation({ invitations }: AccountPeople): AccountInvitation | undefined {
  const owners = invitations.filter(({ role }) => role === "owner");
  return owners.find((invitation) => !hasExpired(invitation)) ?? owners[0];
}

/** People join while the page is open. PT404: not an account of the caller. */
export const accountPeopleQuery = (accountId: string) =>
  queryOptions({
    queryKey: queryKeys.accountPeople(accountId),
    queryFn: () => rpc("account_people", { p_account_id: accountId }, accountPeople),
    refetchInterval: 60_000,
  });

/** A member as they are now, and what their departure would mean. The list shows the same. Null: someone removed them. */
export async function readMember(accountId: string, userId: string) {
  const { members } = await queryClient.fetchQuery({ ...accountPeopleQuery(accountId), staleTime: 0 });
  const member = members.find(({ id }) => id === userId);
  return member ? { member, ...departureOf(member, members) } : null;
}

/** `isLastOwner`: others are in the account, and none of them is an owner. */
export function departureOf({ role }: AccountMember, members: readonly AccountMember[]) {
  const isAlone = members.length === 1;
  const owners = members.filter((member) => member.role === "owner").length;
  return { isAlone, isLastOwner: !isAlone && role === "owner" && owners === 1 };
}

export type NewMember = { email: string; role: AccountRole };

/** Emails an invitation, which replaces an earlier one. PT409: already a member. 22023: not an address. PT429: too many. */
export const inviteMember = (accountId: string, { email, role }: NewMember) =>
  rpc("invite_member", { p_account_id: accountId, p_email: email, p_role: role });

/** Ends the link of an invitation. PT409: it was used or revoked. */
export const revokeMemberInvitation = (accountId: string, invitationId: string) =>
  rpc("revoke_member_invitation", { p_account_id: accountId, p_invitation_id: invitationId });

/**
 * The open leads of a new billing contact become unowned, and the drafts and retainers of a new member name an owner. PT409: the account would have no owner (last_owner), or lose the plan that
 * this person pays for (member_pays_for_plan), or the person isn't an active client (client_not_active).
 */
export const setMemberRole = (accountId: string, userId: string, role: AccountRole) =>
  rpc("set_member_role", { p_account_id: accountId, p_user_id: userId, p_role: role });

/** Removes a person, or lets the user leave. Their open leads become unowned. PT409: last_owner, account_in_use, member_pays_for_plan. */
export const removeMember = (accountId: string, userId: string) =>
  rpc("remove_member", { p_account_id: accountId, p_user_id: userId });

/** Another invitation replaces the earlier one, so its link no longer works. */
export const sentMessage = (email: string, isAgain: boolean) =>
  isAgain
    ? {
        title: "Invitation sent again",
        description: `${email} has seven days to accept. The earlier link no longer works.`,
      }
    : { title: "Invitation sent", description: `${email} has seven days to accept.` };
