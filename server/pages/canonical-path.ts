import { trimSlashes } from "../request/trim-slashes.ts";

/** Paths that the specification does not name but that mean the home page (spec §2). */
const HOME_ALIASES = new Set(["/index", "/index.html", "/index.htm", "/index.php"]);

/** Addresses below these are case-sensitive or belong to a protocol. */
const CASE_SENSITIVE = /^\/(assets|auth\/v1|rest\/v1|storage\/v1|functions\/v1|dev|landing)\//;

/**
 * The canonical address of a page: no trailing slash, lower case, `/home` for its aliases. Undefined if the address is
 * already canonical. Never leads to another host.
 */
export function canonicalPath(pathname: string, search: string): string | undefined {
  if (HOME_ALIASES.has(pathname.toLowerCase())) return `/home${search}`;
  if (CASE_SENSITIVE.test(pathname)) return undefined;
  const canonical = `/${trimSlashes(pathname).toLowerCase()}`;
  return canonical === pathname || canonical.includes("//") || canonical.includes("\\")
    ? undefined
    : `${canonical}${search}`;
}
