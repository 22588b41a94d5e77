import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "../../supabase/database.types.ts";
import { callerHeaders } from "../../supabase/functions/_shared/caller-headers.ts";
import { noteOutages } from "../../supabase/functions/_shared/outages.ts";
import type { Backend } from "./backend.ts";
import type { Secrets } from "./secrets.ts";

/** The host's own clients of the protocol: one with the service role, one with the caller's rights. */
export function createClients(
  url: string,
  keys: Pick<Secrets, "publishableKey" | "secretKey">,
  fetcher: typeof fetch,
): Pick<Backend, "service" | "asCaller"> {
  const client = (key: string, headers: Record<string, string>): SupabaseClient<Database> =>
    createClient<Database>(url, key, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: { fetch: noteOutages(fetcher), headers },
    });
  return {
    service: client(keys.secretKey, {}),
    asCaller: (authorization, account) => client(keys.publishableKey, callerHeaders(authorization, account)),
  };
}
