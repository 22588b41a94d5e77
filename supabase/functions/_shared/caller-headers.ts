import { ACCOUNT_HEADER } from "../../../domain/account-header.ts";

/** The headers with which a function calls the API for its caller, in the same account. */
export function callerHeaders(authorization: string | null, account?: string | null): Record<string, string> {
  return { ...(authorization && { Authorization: authorization }), ...(account && { [ACCOUNT_HEADER]: account }) };
}
