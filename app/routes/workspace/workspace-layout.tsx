import { Outlet, redirect } from "react-router";
import { CrmShellSkeleton } from "~/features/crm/shell/crm-shell.tsx";
import { recordVisit } from "~/features/crm/workspace/api.ts";
import { WorkspaceBar } from "~/features/crm/workspace/workspace-bar.tsx";
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

/** The database decides who may enter. Everybody else goes to the list of their accounts. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  // Asked together with the roles, so that the page opens a round trip sooner.
  if (workspaceSlug && hasStoredSession()) void queryClient.prefetchQuery(workspaceQuery);
  const access = await requireAccess(request);
  if (!workspaceSlug) throw redirect("/workspace");
  const workspace = await queryClient.fetchQuery(workspaceQuery);
  if (!workspace || workspace.kind === "agency") throw redirect(`/workspace?closed=${workspaceSlug}`);
  await recordVisit(workspace);
  return { ...access, workspace };
}
clientLoader.hydrate = true as const;

export const shouldRevalidate = skipRevalidationOnSearchChange;

export const HydrateFallback = CrmShellSkeleton;

/** /workspace/:account: the CRM's screens with the leads of a client's account, for its people and for the agency's. */
export default function WorkspaceLayout({ loaderData: { user, role, workspace } }: Route.ComponentProps) {
  const { sees_all_leads: seesAll, manages_workspace: managesTeam } = workspace;
  return (
    <WorkspaceContext value={workspace}>
      <CrmFrame user={user} role={role} bar={<WorkspaceBar workspace={workspace} />}>
        {(onWon) => <Outlet context={{ role, seesAll, managesTeam, onWon } satisfies CrmContext} />}
      </CrmFrame>
    </WorkspaceContext>
  );
}
