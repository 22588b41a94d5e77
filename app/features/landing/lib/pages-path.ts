import { crmPath, workspaceSlug } from "~/shared/workspace.ts";

/** The address of the list of landing pages, or of one page, where one is: in a client's workspace or the administration. */
export function pagesPath(pageId?: string): string {
  const list = workspaceSlug ? crmPath("/pages") : "/admin/landing-pages";
  return pageId ? `${list}/${pageId}` : list;
}
