import { queryOptions, useQuery } from "@tanstack/react-query";
import { type Workspace, workspaceQuery } from "~/shared/workspace-query.ts";

/** What the user may do with the landing pages on the screen. */
const rightsOf = (workspace: Workspace | null) =>
  workspace && {
    ...workspace,
    isAdmin: workspace.role === "admin",
    /** Whether an admin approves what the user publishes. The agency's own pages need no approval. */
    needsApproval: workspace.kind === "client" && workspace.requires_approval && workspace.role !== "admin",
  };

/** The account whose landing pages are on the screen; null for people who may not enter it. */
export const landingWorkspaceQuery = queryOptions({ ...workspaceQuery, select: rightsOf });

/** Undefined until it is loaded. */
export const useLandingWorkspace = () => useQuery(landingWorkspaceQuery).data ?? undefined;
