import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "../../supabase/database.types.ts";
import { loadConfig } from "./config.ts";
import { rememberingFetch } from "./failed-responses.ts";

export type Supabase = SupabaseClient<Database>;

/** Where the session is stored; the pages without React look here to choose between Login and Dashboard. */
export const SESSION_STORAGE_KEY = "upfunnel-auth";

let pending: Promise<Supabase> | undefined;

/** The one client of this tab. Rejects while /config.json cannot be read; the next call tries again. */
export function getSupabase(): Promise<Supabase> {
  pending ??= connect().catch((error: unknown) => {
    pending = undefined;
    throw error;
  });
  return pending;
}

async function connect(): Promise<Supabase> {
  const config = await loadConfig();
  return createClient<Database>(config.supabaseUrl, config.supabasePublishableKey, {
    auth: {
      storageKey: SESSION_STORAGE_KEY,
      persistSession: true,
      autoRefreshToken: true,
      // /auth and /reset-password read the address themselves: they also explain errors and clean it.
      detectSessionInUrl: false,
    },
    global: { fetch: rememberingFetch },
  });
}
