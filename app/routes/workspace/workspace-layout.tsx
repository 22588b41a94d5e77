import { useQuery } from "@tanstack/react-query";
import { Outlet, redirect } from "react-router";
import { WorkspaceShellSkeleton } from "~/features/crm/shell/crm-shell.tsx";
import { recordVisit } from "~/features/crm/workspace/api.ts";
import { ClosedWorkspace } from "~/features/crm/workspace/closed-workspace.tsx";
import { WorkspaceBar } from "~/features/crm/workspace/workspace-bar.tsx";
import { useMembershipToast } from "~/shared/accounts/use-membership-toast.ts";
import { AccentStyle } from "~/shared/brand/accent-style.tsx";
import { queryClient } from "~/shared/query-client.ts";
import { requireAccess } from "~/shared/require-access.ts";
import { hasStoredSession } from "~/shared/session-store.ts";
import { skipRevalidationOnSearchChange } from "~/shared/skip-revalidation.ts";
import { workspaceSlug } from "~/shared/workspace.ts";
import { WorkspaceContext } from "~/shared/workspace-context.ts";
import { workspaceQuery } from "~/shared/workspace-query.ts";
import { CrmFrame } from "../crm/crm-frame.tsx";
import type { CrmContext } from "../crm/crm-layout.tsx";
import type { Route } from "./+types/workspace-layout.ts";

/** The database decides who may enter. Everyone else goes to the list of their accounts. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  // Asked together with the roles, so that the page opens a round trip sooner.
  if (workspaceSlug && hasStoredSession()) void queryClient.prefetchQuery(workspaceQuery);
  const access = await requireAccess(request);
  if (!workspaceSlug) throw redirect("/workspace");
  const workspace = await queryClient.fetchQuery(workspaceQuery);
  // Billing people have no workspace. They see the list of their accounts.
  const joined = new URL(request.url).searchParams.get("joined");
  if (!workspace || workspace.kind === "agency")
    throw redirect(`/workspace?${joined ? "joined" : "closed"}=${workspaceSlug}`);
  await recordVisit(workspace);
  return { ...access, workspace };
}
clientLoader.hydrate = true as const;

export const shouldRevalidate = skipRevalidationOnSearchChange;

export const HydrateFallback = WorkspaceShellSkeleton;

const CHECK_INTERVAL_MS = 60_000;

/** /workspace/:account: the CRM's screens with the leads of a client's account, for its people and for the agency's. */
export default function WorkspaceLayout({ loaderData: { user, role, workspace: loaded } }: Route.ComponentProps) {
  // The plan, a loan or a membership may end, and the brand may change, while the page is open.
  const { data } = useQuery({ ...workspaceQuery, refetchInterval: CHECK_INTERVAL_MS });
  const workspace = data ?? loaded;
  useMembershipToast([workspace]);
  if (data === null) return <ClosedWorkspace name={loaded.name} role={role} />;
  const { sees_all_leads: seesAll, manages_workspace: managesTeam } = workspace;
  return (
    <WorkspaceContext value={workspace}>
      <AccentStyle accent={workspace.accent} />
      <CrmFrame user={user} role={role} bar={<WorkspaceBar workspace={workspace} />}>
        {(onWon) => <Outlet context={{ role, seesAll, managesTeam, onWon } satisfies CrmContext} />}
      </CrmFrame>
    </WorkspaceContext>
  );
}
