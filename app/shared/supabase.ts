import type { Supabase } from "./connect-supabase.ts";

/** Where the session is stored; the pages without React look here to choose between Login and Dashboard. */
export const SESSION_STORAGE_KEY = "upfunnel-auth";

let pending: Promise<Supabase> | undefined;
const listeners = new Set<(client: Supabase) => void>();

/**
 * The one client of this tab, fetched when it is first needed: who has no session and only looks at the sign-in page needs
 * none yet. Rejects while it or /config.json cannot be read; the next call tries again.
 */
export function getSupabase(): Promise<Supabase> {
  pending ??= connect().catch((error: unknown) => {
    pending = undefined;
    throw error;
  });
  return pending;
}

/** Calls back with the client as soon as there is one, before anybody else can use it. */
export function onClientCreated(listener: (client: Supabase) => void): void {
  listeners.add(listener);
}

/** A client for a session that is nobody's yet: one that must give its second step before it may replace the tab's own. */
export async function createTemporaryAuth(): Promise<Supabase["auth"]> {
  const [{ connectAuth }, options] = await loadParts();
  return connectAuth({ ...options, storageKey: `${SESSION_STORAGE_KEY}-passing` }, true);
}

async function connect(): Promise<Supabase> {
  const [{ connectSupabase }, options] = await loadParts();
  const client = connectSupabase({ ...options, storageKey: SESSION_STORAGE_KEY });
  for (const listener of listeners) listener(client);
  return client;
}

async function loadParts() {
  const [kit, { loadConfig }] = await Promise.all([import("./connect-supabase.ts"), import("./config.ts")]);
  const { supabaseUrl, supabasePublishableKey } = await loadConfig();
  return [kit, { url: supabaseUrl, publishableKey: supabasePublishableKey }] as const;
}
