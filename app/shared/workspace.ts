import { redirectDocument } from "react-router";

/** The account that /workspace/{slug} is about; null for every other path. */
export const slugOf = (path: string): string | null =>
  /^\/workspace\/([a-z0-9]+(?:-[a-z0-9]+)*)(?:\/|$)/.exec(path)?.[1] ?? null;

const here = typeof location === "undefined" ? "/" : location.pathname;

/**
 * The slug of the account that this page load works in; null for the agency's own. Every request names it, and caches, undo
 * and timers hold only its data. Another account is another page load.
 */
export let workspaceSlug = slugOf(here);

/** False while a page load that began with the sign-in has not opened a page yet. It holds no account's data. */
let isChosen = !/^\/auth(\/|$)/.test(here);

/** The sales pages are about to open at this path after sign-in. So they need no page load of their own. */
export function chooseAccountOf(path: string): void {
  if (!isChosen) workspaceSlug = slugOf(path);
}

/** The address of a sales page, such as "/leads", in the account where one is. */
export const crmPath = (path = ""): string => `${workspaceSlug ? `/workspace/${workspaceSlug}` : "/crm"}${path}`;

/** Loads the page again when it is about another account than the previous page. */
export function requireOwnPageLoad(request: Request): void {
  isChosen = true;
  if (slugOf(new URL(request.url).pathname) !== workspaceSlug) throw redirectDocument(request.url);
}
