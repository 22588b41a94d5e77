import { workspaceSlug } from "~/shared/workspace.ts";

/** The address of the list of landing pages, or of one page, where one is: in a client's workspace or the administration. */
export function pagesPath(pageId?: string): string {
  return `${workspaceSlug ? `/workspace/${workspaceSlug}/pages` : "/admin/landing-pages"}${pageId ? `/${pageId}` : ""}`;
}
