import { queryOptions } from "@tanstack/react-query";
import { rpc } from "./api.ts";
import { queryClient } from "./query-client.ts";
import { queryKeys } from "./query-keys.ts";
import * as z from "./schema.ts";

/** What the portal shows to a person besides the rows that name them. */
export const portalRights = z.object({
  /** Their open accounts, by name. */
  accounts: z.array(
    z.object({ id: z.string(), name: z.string(), slug: z.string(), role: z.enum(["owner", "member", "billing"]) }),
  ),
  /** Invoices and retainers: everyone but members. */
  sees_money: z.boolean(),
  /** Requests and the dashboard: everyone but billing people. */
  sees_work: z.boolean(),
  /** The accounts that they share with others, and whose invoices and retainers they see. */
  money: z.array(z.string()),
  /** The accounts that they share with others, and whose requests and dashboard they see. */
  work: z.array(z.string()),
  /** Invoices and retainers name them, now or when the next one is made, so emails about these go to them. */
  is_billed: z.boolean(),
  /** The people whose company, address and tax ID the invoices print that they see. */
  billed_to: z.array(z.object({ id: z.string(), name: z.string() })),
  /** They subscribed to Premium themselves. */
  has_plan: z.boolean(),
  /** The other owners, whom they can ask. */
  owners: z.array(
    z.object({
      name: z.string(),
      email: z.string(),
      /** Those that they own. */
      accounts: z.array(z.string()),
    }),
  ),
  /** The names of those who sent the requests of their accounts, by user id, without themselves. */
  senders: z.record(z.string(), z.string()),
  /** Those of them who are no longer in the account of their request. */
  senders_left: z.array(z.object({ account_id: z.string(), user_id: z.string() })),
  /** The accounts of their own requests that they no longer belong to. They can't reply there. */
  left: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type PortalRights = z.infer<typeof portalRights>;

export const portalRightsQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeys.portalRights(userId),
    queryFn: () => rpc("portal_rights", { p_client_id: userId }, portalRights),
    staleTime: 60_000,
  });

/**
 * A filter for the rows of a person and of the accounts that they share (`or` of the table API), or null for a person who
 * is alone: their rows are those with their own id (spec §6). With `only`, not all rows of others are shared.
 */
export async function sharedRows(
  userId: string,
  part: "money" | "work",
  column: string,
  only?: string,
): Promise<string | null> {
  const accounts = (await queryClient.fetchQuery(portalRightsQuery(userId)))[part];
  if (accounts.length === 0) return null;
  const theirs = `account_id.in.(${accounts.join(",")})`;
  return `${column}.eq.${userId},${only ? `and(${theirs},${only})` : theirs}`;
}
