import type { Role } from "./roles.ts";

/** The payment pages need no session, so everyone may return to them. The database decides who may enter a workspace. */
const SHARED_PATHS = [
  "/workspace",
  "/dashboard",
  "/settings",
  "/help",
  "/payment-success",
  "/payment-canceled",
  "/subscription-success",
  "/subscription-canceled",
];
/** Same rules as the page guards: admins may also open the CRM. */
const PATHS_BY_ROLE: Record<Role, readonly string[]> = {
  admin: ["/admin", "/user-management", "/crm"],
  sales: ["/crm"],
  client: ["/client-dashboard", "/invoices"],
};
/** Sign-in chooses between these anyway. */
const DEFAULTS = new Set(["/", "/dashboard", "/pending-approval"]);
const MAX_LENGTH = 512;

/**
 * The address to return to after sign-in. Null unless it is one of our pages and the role may open it. Browsers read a
 * backslash as a slash and drop tabs and line breaks inside addresses, so all of these are refused.
 */
export function safeReturnPath(path: string | null | undefined, origin: string, role: Role | null): string | null {
  if (!path || path.length > MAX_LENGTH || !isOwnPath(path)) return null;
  const url = parseUrl(path, origin);
  if (url?.origin !== new URL(origin).origin) return null;
  return canAccess(url.pathname, role) ? url.pathname + url.search + url.hash : null;
}

/** The address of the sign-in page that returns to `path` afterward. */
export function signInPath(path: string): string {
  return withReturnPath("/auth", path);
}

/** A sign-in page's address with its return address. It has none if sign-in chooses that page anyway. */
export function withReturnPath(page: string, wanted: string | null): string {
  return !wanted || DEFAULTS.has(wanted) ? page : `${page}?next=${encodeURIComponent(wanted)}`;
}

function isOwnPath(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are refused here
  return path.startsWith("/") && !path.startsWith("//") && !/[\\\u0000-\u001f\u007f]/.test(path);
}

function parseUrl(path: string, origin: string): URL | null {
  return URL.canParse(path, origin) ? new URL(path, origin) : null;
}

function canAccess(pathname: string, role: Role | null): boolean {
  const pages = role ? [...PATHS_BY_ROLE[role], ...SHARED_PATHS] : SHARED_PATHS;
  return pages.some((page) => pathname === page || pathname.startsWith(`${page}/`));
}
