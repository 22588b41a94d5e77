import { FunctionsClient } from "@supabase/functions-js";
import { PostgrestClient } from "@supabase/postgrest-js";
import { AuthClient, type SupabaseClient } from "@supabase/supabase-js";
import { ACCOUNT_HEADER } from "../../domain/account-header.ts";
import type { Database } from "../../supabase/database.types.ts";
import { fetchForAuth, refreshOrDrop } from "./drop-session.ts";
import { fetchRecordingFailures } from "./failed-responses.ts";
import { withSessionSignal } from "./session-signal.ts";
import { workspaceSlug } from "./workspace.ts";

/** The parts of supabase-js that the product uses, with supabase-js's own types. */
export type Supabase = Pick<SupabaseClient<Database>, "auth" | "from" | "rpc" | "functions">;

const UNAUTHORIZED = 401;

type Options = { url: string; publishableKey: string; storageKey: string };

/**
 * Composes the same packages as supabase-js's `createClient`, without its realtime and storage clients. They are half of its size
 * and cannot be left out there. The product polls and stores no files from the browser.
 */
export function connectSupabase({ url, publishableKey, storageKey }: Options): Supabase {
  const auth = connectAuth({ url, publishableKey, storageKey });
  const authorized = authorizedFetch(
    publishableKey,
    async () => (await auth.getSession()).data.session?.access_token,
    () => void refreshOrDrop(auth).catch(() => undefined),
  );
  // Callers decide about retries: the guard offers one right away, and lists retry on their own.
  const options = { fetch: authorized, retry: false };
  const rest = new PostgrestClient<Database>(new URL("rest/v1", withSlash(url)).href, options);
  const functions = new FunctionsClient(new URL("functions/v1", withSlash(url)).href, { customFetch: authorized });
  return {
    auth,
    functions,
    from: rest.from.bind(rest) as Supabase["from"],
    rpc: rest.rpc.bind(rest) as Supabase["rpc"],
  };
}

/** The auth part alone. A `passing` client keeps its session in memory only and does not affect the tab's own session. */
export function connectAuth({ url, publishableKey, storageKey }: Options, passing = false): Supabase["auth"] {
  return new AuthClient({
    url: new URL("auth/v1", withSlash(url)).href,
    headers: { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
    storageKey,
    persistSession: !passing,
    autoRefreshToken: !passing,
    // /auth and /reset-password read the URL themselves. They also explain errors and clean the URL.
    detectSessionInUrl: false,
    fetch: fetchForAuth,
  });
}

/** Spec §6: sends the signed-in user's token as bearer if there is one. Every call includes the public key. */
function authorizedFetch(
  key: string,
  accessToken: () => Promise<string | undefined>,
  onRefused: () => void,
): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    if (!headers.has("apikey")) headers.set("apikey", key);
    // A call about a lead of another account names that one.
    if (workspaceSlug && !headers.has(ACCOUNT_HEADER)) headers.set(ACCOUNT_HEADER, workspaceSlug);
    const token = await accessToken();
    // New keys are not tokens. Older ones represent the anonymous role.
    const bearer = token ?? (key.startsWith("sb_") ? undefined : key);
    if (bearer && !headers.has("authorization")) headers.set("authorization", `Bearer ${bearer}`);
    const answer = await fetchRecordingFailures(input, { ...init, headers, signal: withSessionSignal(init?.signal) });
    if (answer.status === UNAUTHORIZED && token) onRefused();
    return answer;
  };
}

function withSlash(url: string): string {
  return url.endsWith("/") ? url : `${url}/`;
}
