/** The result in a return address. Email links carry it in the fragment or in the query. */
export type AuthCallback =
  | { kind: "none" }
  | { kind: "session"; accessToken: string; refreshToken: string; type: string | null }
  | { kind: "code"; code: string }
  | { kind: "error"; error: string; errorCode: string | null; description: string };

/** Reads tokens, code or error from query and fragment. The fragment wins, because only it comes from the server. */
export function readAuthCallback(search: string, hash: string): AuthCallback {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ""));
  const read = (name: string) => fragment.get(name) || query.get(name);
  const error = read("error") || read("error_code");
  if (error) {
    const description = read("error_description") ?? "";
    return { kind: "error", error, errorCode: read("error_code"), description };
  }
  const accessToken = read("access_token");
  const refreshToken = read("refresh_token");
  if (accessToken && refreshToken) return { kind: "session", accessToken, refreshToken, type: read("type") };
  const code = read("code");
  return code ? { kind: "code", code } : { kind: "none" };
}

const CALLBACK_PARAMS = ["access_token", "refresh_token", "expires_in", "expires_at", "token_type", "type", "code"];
const ERROR_PARAMS = ["error", "error_code", "error_description", "sb"];

/** The same address without secrets, so that no token stays in the history or is shared by copying the address. */
export function withoutAuthCallback(pathname: string, search: string): string {
  const query = new URLSearchParams(search);
  for (const name of [...CALLBACK_PARAMS, ...ERROR_PARAMS]) query.delete(name);
  const rest = query.toString();
  return rest ? `${pathname}?${rest}` : pathname;
}
