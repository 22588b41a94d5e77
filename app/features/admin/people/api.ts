import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { rpc, runQuery } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { ServiceError } from "~/shared/service-error.ts";
import type { Role, RoleStatus } from "../../../../domain/roles.ts";
import { personAccounts } from "../lib/person-accounts.ts";
import type { AccessChange, BilledItems, MovedLeads, OpenWork, ReassignedLeads } from "./access-change.ts";
import { invitationState } from "./invitation-state.ts";

const personRoles = z.array(
  z.object({
    role: z.enum(["admin", "sales", "client"]),
    status: z.enum(["pending", "active", "inactive"]),
    since: z.string(),
  }),
);

export type Person = {
  userId: string;
  name: string;
  email: string;
  company: string | null;
  roles: z.infer<typeof personRoles>;
  lastActive: string | null;
  /** In every account. */
  openLeads: number;
  /** Those of the agency's own account. Only they need a new owner when the person leaves. */
  agencyLeads: number;
  /** Whether they use two-step sign-in. */
  twoStep: boolean;
  /** The names of the accounts that have no other active owner. */
  onlyOwnerOf: string[];
  createdAt: string;
};

export type PeopleSort = "name" | "email" | "company" | "role" | "status" | "active" | "leads" | "created";

/** Filters and sort order; an empty role or status means any. */
export type PeopleFilter = {
  query: string;
  role: Role | "";
  status: RoleStatus | "";
  sort: PeopleSort;
  descending: boolean;
};

const PAGE_SIZE = 50;
const MAX_ASSIGNEES = 500;
const MAX_INVITATIONS = 200;

/** The matching users. It refetches every minute, because users sign up while the page is open. */
export const peopleQuery = (filter: PeopleFilter) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.people(), filter],
    queryFn: ({ pageParam }) => searchPeople(filter, pageParam, PAGE_SIZE),
    initialPageParam: 0,
    getNextPageParam: ({ offset, people, total }) => (offset + people.length < total ? offset + PAGE_SIZE : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });

/** Active sales users by name. Each of them can take over leads. */
export const assigneesQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.people(), "takers"],
    queryFn: () =>
      searchPeople({ query: "", role: "sales", status: "active", sort: "name", descending: false }, 0, MAX_ASSIGNEES),
  });

/** Where the open leads of a person would go. */
export const leadsToReassignQuery = (userId: string, { reassignTo }: LeadReassignment) =>
  queryOptions({
    queryKey: [...queryKeys.people(), "leads", userId, reassignTo ?? null],
    queryFn: async (): Promise<ReassignedLeads> => {
      const [leads] = await rpc("count_leads_to_reassign", {
        p_user_id: userId,
        ...(reassignTo && { p_reassign_to: reassignTo }),
      });
      return { toOwner: leads?.to_owner ?? 0, toOthers: leads?.to_others ?? 0 };
    },
  });

/** What would continue in the name of a client without access. */
export const billedItemsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...queryKeys.people(), "billed", userId],
    queryFn: async (): Promise<BilledItems> => {
      const [billed] = await rpc("count_billed_items", { p_user_id: userId });
      return {
        invoices: billed?.invoices ?? 0,
        agreed: billed?.agreed ?? 0,
        retainers: billed?.retainers ?? 0,
        hasPlan: billed?.has_plan ?? false,
        trialEnds: billed?.trial_ends ?? null,
        planEnds: billed?.plan_ends ?? null,
        premium: billed?.premium ?? [],
        rejoins: billed?.rejoins ?? [],
      };
    },
  });

/** The names of the accounts that a person belongs to as a client. */
export const accountNamesQuery = (userId: string) =>
  queryOptions({
    queryKey: [...queryKeys.people(), "accounts", userId],
    queryFn: async (): Promise<string[]> => {
      const { accounts } = await rpc("client_record", { p_client_id: userId }, z.object({ accounts: personAccounts }));
      return accounts.map(({ name }) => name);
    },
  });

/** What a person has open besides their leads. */
export const openWorkQuery = (userId: string) =>
  queryOptions({
    queryKey: [...queryKeys.people(), "work", userId],
    queryFn: async (): Promise<OpenWork> => {
      const [work] = await rpc("count_open_work", { p_user_id: userId });
      return {
        ...{ calls: work?.calls ?? 0, tasks: work?.tasks ?? 0, requests: work?.requests ?? 0 },
        types: work?.meeting_types ?? [],
      };
    },
  });

/** One person; null when there is no such person. */
export const personQuery = (userId: string) =>
  queryOptions({
    queryKey: [...queryKeys.people(), "one", userId],
    queryFn: async () => {
      const anyone = { query: "", role: "", status: "", sort: "name", descending: false } as const;
      return (await searchPeople(anyone, 0, 1, userId)).people[0] ?? null;
    },
  });

/** The leads of a person in the agency's account that are neither won nor lost (docs/crm.md, filters). */
export function openLeadsPath(owner: string): string {
  const rules = [
    { field: "owner", is: "eq", value: owner },
    { field: "stage", is: "not", value: ["won", "lost"] },
  ];
  return `/crm/leads?${new URLSearchParams({ filter: JSON.stringify({ op: "and", rules }) })}`;
}

/** A page of matching users and the total count. Throws ServiceError. */
export async function searchPeople(filter: PeopleFilter, offset: number, limit: number, userId?: string) {
  const found = await rpc("search_people", {
    p_query: filter.query,
    ...(filter.role ? { p_role: filter.role } : {}),
    ...(filter.status ? { p_status: filter.status } : {}),
    p_sort: filter.sort,
    p_descending: filter.descending,
    p_limit: limit,
    p_offset: offset,
    ...(userId && { p_user_id: userId }),
  });
  const people = found.map(
    (row): Person => ({
      userId: row.user_id,
      name: [row.first_name, row.last_name].filter(Boolean).join(" ") || row.email,
      email: row.email,
      company: row.company,
      roles: z.parse(personRoles, row.roles),
      lastActive: row.last_active,
      openLeads: row.open_leads,
      agencyLeads: row.agency_leads,
      twoStep: row.has_second_factor,
      onlyOwnerOf: row.only_owner_of,
      createdAt: row.created_at,
    }),
  );
  return { people, total: found[0]?.total ?? 0, offset };
}

/** Rejects a sign-up (spec §4, §7); the user sees the reason. It changes only pending roles. Refusal: already_decided. */
export async function rejectSignUp(userId: string, reason: string): Promise<void> {
  if (reason.trim()) await rpc("reject_user", { p_user_id: userId, p_reason: reason.trim() });
  else await decidePendingRole(userId, "inactive");
}

/** Approves a sign-up, or rejects it without a reason (spec §4, §7). */
async function decidePendingRole(userId: string, status: "active" | "inactive"): Promise<void> {
  const decided = await runQuery((db) =>
    db.from("user_roles").update({ status }).eq("user_id", userId).eq("status", "pending").select("role"),
  );
  const refusal = { code: "already_decided", field: null, facts: {} } as const;
  if (decided.length === 0) throw new ServiceError("refused", "No pending role", "PT409", null, refusal);
}

/** Who gets the open leads: another user, or no one for now. Without either, they stay if they may. */
export type LeadReassignment = { reassignTo?: string; unassign?: boolean };

/** Changes a user's access and returns how many leads changed hands. Undo of a deactivation returns those that no one changed since. Throws ServiceError. */
export async function changeAccess(
  userId: string,
  change: AccessChange,
  leads: LeadReassignment,
  isUndo = false,
): Promise<MovedLeads> {
  const person = { p_user_id: userId };
  switch (change) {
    case "approve":
      await decidePendingRole(userId, "active");
      return { moved: 0, kept: 0 };
    case "reactivate": {
      const [leads] = await rpc("reactivate_user", { ...person, p_with_leads: isUndo });
      return { moved: leads?.restored ?? 0, kept: leads?.kept ?? 0 };
    }
    case "deactivate":
      return { moved: await rpc("deactivate_user", { ...person, ...reassignment(leads) }), kept: 0 };
    default:
      return {
        moved: await rpc("change_user_role", { ...person, p_role: change, ...reassignment(leads) }),
        kept: 0,
      };
  }
}

/** Removes a user's second factors. PT404: they have none. */
export async function resetTwoStep(userId: string): Promise<void> {
  await rpc("reset_second_factors", { p_user_id: userId });
}

function reassignment({ reassignTo, unassign }: LeadReassignment) {
  return { ...(reassignTo && { p_reassign_to: reassignTo }), ...(unassign && { p_unassign: true }) };
}

/** The newest invitations and their status. */
export const invitationsQuery = () => queryOptions({ queryKey: queryKeys.invitations(), queryFn: listInvitations });

async function listInvitations() {
  const found = await runQuery((db) =>
    db
      .from("invitations")
      .select("id, email, role, created_at, expires_at, revoked_at, accepted_at, account_id, account_role")
      .order("created_at", { ascending: false })
      .limit(MAX_INVITATIONS),
  );
  const ids = [...new Set(found.flatMap(({ account_id }) => account_id ?? []))];
  const accounts = ids.length > 0 ? await runQuery((db) => db.from("accounts").select("id, name").in("id", ids)) : [];
  const names = new Map(accounts.map(({ id, name }) => [id, name]));
  return found.map((invitation) => ({
    ...invitation,
    account: names.get(invitation.account_id ?? "") ?? null,
    state: invitationState(invitation, found, Date.now()),
  }));
}

export type Invitation = Awaited<ReturnType<typeof listInvitations>>[number];

/**
 * Emails an invitation. It replaces an earlier open one. PT409: the user already has an account; 22023: the address is invalid.
 */
export async function inviteUser({ email, role }: { email: string; role: Role }): Promise<void> {
  await rpc("invite_user", { p_email: email, p_role: role });
}

/** Emails an invitation again, with a new link. PT409: it was already used or revoked, or the user has joined in the meantime. */
export async function resendInvitation(id: string): Promise<void> {
  await rpc("resend_invitation", { p_invitation_id: id });
}

/** Revokes an invitation's link. PT409: it was already used or revoked. */
export async function revokeInvitation(id: string): Promise<void> {
  await rpc("revoke_invitation", { p_invitation_id: id });
}
