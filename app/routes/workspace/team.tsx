import { portalMeta } from "~/shared/page-meta.ts";
import { useWorkspace } from "~/shared/workspace-context.ts";

export const meta = () => portalMeta("Team");

/** The people of the account. */
export default function Team() {
  return <p>{useWorkspace()?.name}</p>;
}
