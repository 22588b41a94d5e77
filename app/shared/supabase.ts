import type { Supabase } from "./connect-supabase.ts";

/** The storage key of the session. Pages without React read it to choose between Login and Dashboard. */
export const SESSION_STORAGE_KEY = "upfunnel-auth";

let pending: Promise<Supabase> | undefined;
const listeners = new Set<(client: Supabase) => void>();

/**
 * The one client of this tab. It loads on first use, because visitors to the sign-in page without a session do not need it.
 * Rejects if it or /config.json cannot be loaded; the next call tries again.
 */
export function getSupabase(): Promise<Supabase> {
  pending ??= connect().catch((error: unknown) => {
    pending = undefined;
    throw error;
  });
  return pending;
}

/** Calls the listener with the client as soon as it exists, before other code can use it. */
export function onClientCreated(listener: (client: Supabase) => void): void {
  listeners.add(listener);
}

/** A client for a temporary session, which must pass its second step before it replaces the tab's own session. */
export async function createTemporaryAuth(): Promise<Supabase["auth"]> {
  const [{ connectAuth }, options] = await loadParts();
  return connectAuth({ ...options, storageKey: `${SESSION_STORAGE_KEY}-passing-${crypto.randomUUID()}` }, true);
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
