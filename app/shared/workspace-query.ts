import { queryOptions } from "@tanstack/react-query";
import { rpc } from "./api.ts";
import { queryKeys } from "./query-keys.ts";
import * as z from "./schema.ts";
import { storedLogo } from "./use-agency-contact.ts";

/** An account, as its own people and admins see it (private.account_json). */
export const accountFields = {
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  kind: z.enum(["agency", "client"]),
  time_zone: z.string(),
  currency: z.string(),
  working_hours: z.record(z.string(), z.tuple([z.string(), z.string()])),
  holidays: z.array(z.string()),
  speed_to_lead_minutes: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  archived_at: z.nullable(z.string()),
  is_premium: z.boolean(),
  requires_approval: z.boolean(),
  /** Null without one. */
  logo: z.nullable(storedLogo),
  /** #rrggbb; null for the product's own color. */
  accent: z.nullable(z.string()),
};

const workspace = z.object({
  ...accountFields,
  role: z.enum(["owner", "member", "billing", "admin", "staff", "lent"]),
  may_write: z.boolean(),
  manages_workspace: z.boolean(),
  sees_all_leads: z.boolean(),
});
export const workspaceAnswer = z.nullable(workspace);
export type Workspace = z.infer<typeof workspace>;

/** Null for people who may not enter the account. */
export const workspaceQuery = queryOptions({
  queryKey: queryKeys.workspace(),
  queryFn: () => rpc("workspace_state", {}, workspaceAnswer),
  staleTime: 60_000,
});

export const myAccountsAnswer = z.array(
  z.object({ ...accountFields, role: z.enum(["owner", "member", "billing", "lent", "staff"]) }),
);
export type MyAccount = z.infer<typeof myAccountsAnswer>[number];

/** Where a person's account opens. Billing contacts have no workspace: they see its invoices on their home page. */
export function accountPath({ kind, role, slug }: Pick<MyAccount, "kind" | "role" | "slug">): string {
  if (kind === "agency") return "/crm";
  return role === "billing" ? `/client-dashboard?tab=invoices&account=${slug}` : `/workspace/${slug}`;
}

/** The account that /workspace opens at once for a client: the only one that they work in. */
export function onlyAccount(accounts: MyAccount[]): MyAccount | undefined {
  const [only, ...others] = accounts.filter(({ kind, role }) => kind === "client" && role !== "billing");
  return others.length === 0 ? only : undefined;
}

export const myAccountsQuery = queryOptions({
  queryKey: queryKeys.myAccounts(),
  queryFn: () => rpc("my_accounts", {}, myAccountsAnswer),
  staleTime: 60_000,
});
