import { redirect, redirectDocument } from "react-router";
import { AccountsScreen } from "~/features/account/accounts/accounts-screen.tsx";
import { JoinAccountScreen } from "~/features/account/join-account/join-account-screen.tsx";
import { ContentSkeleton } from "~/features/portal/shell/page-skeleton.tsx";
import { LEFT, useMembershipToast } from "~/shared/accounts/use-membership-toast.ts";
import { portalMeta } from "~/shared/page-meta.ts";
import { queryClient } from "~/shared/query-client.ts";
import { requireAccess } from "~/shared/require-access.ts";
import { hasStoredSession } from "~/shared/session-store.ts";
import type { PageHandle } from "~/shared/shell/page-title.ts";
import { myAccountsQuery, onlyAccount } from "~/shared/workspace-query.ts";
import { roleHome } from "../../../domain/roles.ts";
import type { Route } from "./+types/accounts.ts";

const titleOf = (loaded: { invitation: string | null } | undefined) =>
  loaded?.invitation ? "Invitation" : "Workspaces";

export const meta = ({ loaderData }: Route.MetaArgs) => portalMeta(titleOf(loaderData));

export const handle = { title: titleOf } satisfies PageHandle;

/** A person with one account goes there at once. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  // Asked together with the roles, so that the workspace opens a round trip sooner.
  if (hasStoredSession()) void queryClient.prefetchQuery(myAccountsQuery);
  const access = await requireAccess(request);
  const { searchParams } = new URL(request.url);
  const invitation = searchParams.get("invitation");
  if (invitation) return { ...access, invitation, accounts: [], closed: null };
  const closed = searchParams.get("closed");
  if (access.role === "admin" && closed === null) throw redirect("/admin/accounts");
  const accounts = await queryClient.fetchQuery(myAccountsQuery);
  const only = access.role === "client" && closed === null ? onlyAccount(accounts) : undefined;
  if (only) throw redirectDocument(`/workspace/${only.slug}${searchParams.has(LEFT) ? `?${LEFT}` : ""}`);
  return { ...access, invitation: null, accounts, closed };
}
clientLoader.hydrate = true as const;

export const HydrateFallback = ContentSkeleton;

/** /workspace: the accounts that the user may work in, or an invitation to one more. */
export default function Accounts({ loaderData: { user, role, invitation, accounts, closed } }: Route.ComponentProps) {
  const home = roleHome(role);
  useMembershipToast(accounts);
  return invitation ? (
    <JoinAccountScreen token={invitation} email={user.email ?? ""} role={role} home={home} />
  ) : (
    <AccountsScreen accounts={accounts} closed={closed} role={role} home={home} />
  );
}
