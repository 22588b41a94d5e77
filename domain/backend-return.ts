/** The pages that email links return to. */
const RETURN_PAGES = new Set(["/", "/home"]);
/** The backend's one-time codes are UUIDs. A campaign's codes are not. */
const CODE = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** The format of an OAuth error or of the backend's own error code. */
const ERROR_NAME = /^[a-z]+(_[a-z]+)*$/;
const MAX_NAME_LENGTH = 64;

/**
 * Whether an address is a return from the backend (confirmation link, one-time code, or its error), which /auth
 * handles. A campaign link may use the same names: `/?code=SPRING` and `/pricing?code=…` stay on their page.
 */
export function isBackendReturn(pathname: string, search: string, hash: string): boolean {
  if (!RETURN_PAGES.has(pathname)) return false;
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.slice(1));
  return (
    Boolean(fragment.get("access_token")) ||
    isErrorName(fragment.get("error")) ||
    CODE.test(query.get("code") ?? "") ||
    isBackendError(query)
  );
}

/** In a query, an error counts only with the code or description that the backend always adds. */
function isBackendError(query: URLSearchParams): boolean {
  const code = query.get("error_code");
  return isErrorName(query.get("error")) && (code ? isErrorName(code) : Boolean(query.get("error_description")));
}

function isErrorName(value: string | null): boolean {
  return value !== null && value.length <= MAX_NAME_LENGTH && ERROR_NAME.test(value);
}
