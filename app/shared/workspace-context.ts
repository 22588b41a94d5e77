import { createContext, use } from "react";
import type { Workspace } from "./workspace-query.ts";

export const WorkspaceContext = createContext<Workspace | null>(null);

/** The client's account whose workspace this page is in; null everywhere else, also in the agency's own CRM. */
export const useWorkspace = (): Workspace | null => use(WorkspaceContext);
