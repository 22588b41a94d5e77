import { FunctionsClient } from "@supabase/functions-js";
import { PostgrestClient } from "@supabase/postgrest-js";
import { AuthClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "../../supabase/database.types.ts";
import { fetchRecordingFailures } from "./failed-responses.ts";
import { withSessionSignal } from "./session-signal.ts";

/** The parts of supabase-js that the product uses, with supabase-js's own types. */
export type Supabase = Pick<SupabaseClient<Database>, "auth" | "from" | "rpc" | "functions">;

const UNAUTHORIZED = 401;

type Options = { url: string; publishableKey: string; storageKey: string };

/**
 * What `createClient` of supabase-js composes, from the same packages, without its realtime and storage clients: they are
 * half of its weight, cannot be left out there, and the product polls and stores no files from the browser.
 */
export function connectSupabase({ url, publishableKey, storageKey }: Options): Supabase {
  const auth = connectAuth({ url, publishableKey, storageKey });
  const authorized = authorizedFetch(
    publishableKey,
    async () => (await auth.getSession()).data.session?.access_token,
    // A session that ended elsewhere cannot be refreshed: the client then signs this browser out, and open pages follow.
    () => void auth.refreshSession().catch(() => undefined),
  );
  // Whoever waits decides about trying again: the guard offers it at once, lists do it by themselves.
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

/** The auth part alone. `passing` keeps its session in memory only, and the tab's own session knows nothing of it. */
export function connectAuth({ url, publishableKey, storageKey }: Options, passing = false): Supabase["auth"] {
  return new AuthClient({
    url: new URL("auth/v1", withSlash(url)).href,
    headers: { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
    storageKey,
    persistSession: !passing,
    autoRefreshToken: !passing,
    // /auth and /reset-password read the address themselves: they also explain errors and clean it.
    detectSessionInUrl: false,
    fetch: fetchRecordingFailures,
  });
}

/** Spec §6: the signed-in person's token as bearer when there is one; the public key goes with every call. */
function authorizedFetch(
  key: string,
  accessToken: () => Promise<string | undefined>,
  onRefused: () => void,
): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    if (!headers.has("apikey")) headers.set("apikey", key);
    const token = await accessToken();
    // Keys of the new kind are no tokens; older ones stand for the anonymous role.
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
