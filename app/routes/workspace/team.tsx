import { TeamScreen } from "~/features/crm/team/team-screen.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import { useWorkspace } from "~/shared/workspace-context.ts";

export const meta = () => portalMeta("Team");

/** /workspace/:account/team: the people of the account. */
export default function Team() {
  const workspace = useWorkspace();
  return workspace && <TeamScreen accountId={workspace.id} />;
}
