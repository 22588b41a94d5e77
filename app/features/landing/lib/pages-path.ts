import { crmPath, workspaceSlug } from "~/shared/workspace.ts";

/** The address of the list of landing pages, of one page or of the brand, where one is: in a client's workspace or the administration. */
export function pagesPath(pageId?: string | "brand"): string {
  const list = workspaceSlug ? crmPath("/pages") : "/admin/landing-pages";
  return pageId ? `${list}/${pageId}` : list;
}
