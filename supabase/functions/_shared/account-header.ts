/** Names the account that a request works in, by its slug (supabase/schemas/accounts/workspace.sql). Without it, the agency's. */
export const ACCOUNT_HEADER = "x-account";

/** The headers with which a function calls the API for its caller, in the same account. */
export function callerHeaders(authorization: string | null, account?: string | null): Record<string, string> {
  return { ...(authorization && { Authorization: authorization }), ...(account && { [ACCOUNT_HEADER]: account }) };
}
