import { useLocation } from "react-router";
import { safeReturnPath } from "../../domain/return-path.ts";
import { slugOf } from "./workspace.ts";

const PARAM = "from";

/**
 * The page of a workspace where one is, or from which settings or help were opened. It is in their address, so it survives a
 * reload. Null for people who came from elsewhere.
 */
export function useCameFrom(): string | null {
  const { pathname, search } = useLocation();
  if (slugOf(pathname)) return pageOfWorkspace(pathname + search, location.origin) ?? pathname;
  const from = new URLSearchParams(search).get(PARAM);
  return from && pageOfWorkspace(from, location.origin);
}

/** Adds to an address of settings or help where one came from. Other addresses stay as they are. */
export function useWithCameFrom(): (to: string) => string {
  const from = useCameFrom();
  return (to) =>
    from && /^\/(settings|help)(\?|$)/.test(to)
      ? `${to}${to.includes("?") ? "&" : "?"}${PARAM}=${encodeURIComponent(from)}`
      : to;
}

/** An address can be written by anyone, so it leads only to a workspace, which the database guards. */
export function pageOfWorkspace(path: string | null, origin: string): string | null {
  const safe = safeReturnPath(path, origin, null);
  return safe && slugOfPage(safe) ? safe : null;
}

/** The account of such a page. */
export const slugOfPage = (page: string): string | null => slugOf(page.replace(/[?#].*/, ""));
