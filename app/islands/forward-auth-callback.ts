import { isBackendReturn } from "../../domain/backend-return.ts";

/**
 * Email links return to the site root with a session, a code or an error in the URL. /auth processes or explains them, and the
 * URL leaves the history. Returns true during the redirect.
 */
export function forwardAuthCallback(): boolean {
  const { pathname, search, hash } = location;
  if (!isBackendReturn(pathname, search, hash)) return false;
  location.replace(`/auth${search}${hash}`);
  return true;
}
