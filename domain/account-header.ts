/** Names the account that a request works in, by its slug (supabase/schemas/accounts/workspace.sql). Without it, the agency's. */
export const ACCOUNT_HEADER = "x-account";
