import type { Session, User } from "@supabase/supabase-js";
import { getSupabase } from "./supabase.ts";

/** Spec §3 Auth context: `loading` starts true and turns false after the first session check or auth event. */
export type AuthState = { user: User | null; session: Session | null; loading: boolean };

const AT_START: AuthState = { user: null, session: null, loading: true };

let state = AT_START;
let started: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** The state as it is now. */
export function getAuthState(): AuthState {
  return state;
}

/** The state while rendering on the server, where nobody is known. */
export function getServerAuthState(): AuthState {
  return AT_START;
}

/** Calls back after every change; the first subscriber starts the store. */
export function subscribeToAuth(listener: () => void): () => void {
  listeners.add(listener);
  startAuth().catch(() => undefined);
  return () => listeners.delete(listener);
}

/** Listens to the auth events and fetches the stored session once (spec §4). After a failure the next call tries again. */
export function startAuth(): Promise<void> {
  started ??= listen().catch((error: unknown) => {
    started = undefined;
    throw error;
  });
  return started;
}

async function listen(): Promise<void> {
  const { auth } = await getSupabase();
  auth.onAuthStateChange((_event, session) => replace(session));
  const { data, error } = await auth.getSession();
  // Without a network the stored session can be neither used nor judged: events replace the state once there is one.
  if (!error) replace(data.session);
  // A page that comes back out of the browser's page cache has missed what other tabs did meanwhile.
  addEventListener("pageshow", (event) => {
    if (event.persisted) void auth.getSession().then((stored) => stored.error || replace(stored.data.session));
  });
}

/** Every auth event replaces session and user and clears loading (spec §4). */
function replace(session: Session | null): void {
  state = { session, user: session?.user ?? null, loading: false };
  for (const listener of listeners) listener();
}
