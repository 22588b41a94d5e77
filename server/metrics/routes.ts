/** How many tables and functions get a label of their own. Strangers can ask for any name, and labels are never forgotten. */
const MAX_NAMES = 300;
const NAME = /^[a-z][a-z0-9_-]{0,62}$/;
const AUTH = new Set([
  "token",
  "signup",
  "user",
  "logout",
  "recover",
  "resend",
  "verify",
  "otp",
  "authorize",
  "factors",
  "settings",
  "health",
]);
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

const names = new Set<string>();

/** The label of a path. There are few, whatever people ask for. */
export function routeOf(path: string, status: number): string {
  if (!path.includes("/v1/")) return ownRoute(path);
  const [, area, , first = "", second = ""] = path.split("/");
  if (area === "auth") return `auth/${AUTH.has(first) ? first : "other"}`;
  if (area === "rest") return first === "rpc" ? `rest/rpc/${nameOf(second, status)}` : `rest/${nameOf(first, status)}`;
  if (area === "functions") return `functions/${nameOf(first, status)}`;
  return area === "storage" ? "storage" : "page";
}

function ownRoute(path: string): string {
  if (path.startsWith("/assets/")) return "asset";
  if (path.startsWith("/landing/")) return "landing";
  if (path === "/healthz" || path === "/readyz" || path === "/metrics" || path.startsWith("/internal/"))
    return "operations";
  return path === "/config.json" ? "config" : "page";
}

/** A name is known once a request for it succeeded. */
function nameOf(name: string, status: number): string {
  if (names.has(name)) return name;
  if (status >= 400 || names.size >= MAX_NAMES || !NAME.test(name)) return "other";
  names.add(name);
  return name;
}

export const methodOf = (method: string): string => (METHODS.has(method) ? method : "other");
