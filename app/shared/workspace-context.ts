import { createContext, use } from "react";
import type { Workspace } from "./workspace-query.ts";

export const WorkspaceContext = createContext<Workspace | null>(null);

/** The client's account whose workspace this page is in; null everywhere else, including in the agency's own CRM. */
export const useWorkspace = (): Workspace | null => use(WorkspaceContext);

/** Whether the user only works in this workspace, so others decide about its plan. */
export const useIsMember = (): boolean => useWorkspace()?.role === "member";

/** Whether this page is in a workspace whose plan shows leads and doesn't work with them. */
export function useIsReadOnly(): boolean {
  const workspace = useWorkspace();
  return workspace !== null && !workspace.may_write;
}
