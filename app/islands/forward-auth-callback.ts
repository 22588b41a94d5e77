import { isBackendReturn } from "../../domain/backend-return.ts";

/**
 * Links in emails come back to the site's root with a session, a code or an error in the address. /auth finishes or
 * explains them, and the address leaves the history. True when the visitor is on the way there.
 */
export function forwardAuthCallback(): boolean {
  const { pathname, search, hash } = location;
  if (!isBackendReturn(pathname, search, hash)) return false;
  location.replace(`/auth${search}${hash}`);
  return true;
}
