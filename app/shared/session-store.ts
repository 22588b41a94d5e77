import type { Session, User } from "@supabase/supabase-js";
import { safeLocalStorage } from "./safe-storage.ts";
import { getSupabase, onClientCreated, SESSION_STORAGE_KEY } from "./supabase.ts";

/** Spec §3 Auth context: `loading` starts true and turns false after the first session check or auth event. */
export type AuthState = { user: User | null; session: Session | null; loading: boolean };

const INITIAL_STATE: AuthState = { user: null, session: null, loading: true };

let state = INITIAL_STATE;
let started: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** The state as it is now. */
export function getAuthState(): AuthState {
  return state;
}

/** The state while rendering on the server, where nobody is known. */
export function getServerAuthState(): AuthState {
  return INITIAL_STATE;
}

/** Calls back after every change; the first subscriber starts the store. */
export function subscribeToAuth(listener: () => void): () => void {
  listeners.add(listener);
  startAuth().catch(() => undefined);
  return () => listeners.delete(listener);
}

/**
 * Listens to the auth events and fetches the stored session once (spec §4); where none is stored, nobody is signed in, and
 * no client is fetched to say so. After a failure the next call tries again.
 */
export function startAuth(): Promise<void> {
  started ??= fetchStoredSession().catch((error: unknown) => {
    started = undefined;
    throw error;
  });
  return started;
}

onClientCreated((client) => {
  client.auth.onAuthStateChange((_event, session) => setState(session));
});

async function fetchStoredSession(): Promise<void> {
  addEventListener("storage", followOtherTab);
  addEventListener("pageshow", refreshOnPageRestore);
  if (!hasStoredSession()) return setState(null);
  const { auth } = await getSupabase();
  const { data, error } = await auth.getSession();
  // Without a network the stored session can be neither used nor judged: events replace the state once there is one.
  if (!error) setState(data.session);
}

/** Whether a session is stored in this browser; only the server knows whether it still counts. */
export function hasStoredSession(): boolean {
  return safeLocalStorage.read(SESSION_STORAGE_KEY) !== null;
}

/** Another tab has signed in while this one had no client that could hear of it. */
function followOtherTab({ key, newValue }: StorageEvent): void {
  if (key === SESSION_STORAGE_KEY && newValue) getSupabase().catch(() => undefined);
}

/** A page that comes back out of the browser's page cache has missed what other tabs did meanwhile. */
async function refreshOnPageRestore({ persisted }: PageTransitionEvent): Promise<void> {
  if (!persisted) return;
  const { auth } = await getSupabase();
  const { data, error } = await auth.getSession();
  if (!error) setState(data.session);
}

/** Every auth event replaces session and user and clears loading (spec §4). */
function setState(session: Session | null): void {
  state = { session, user: session?.user ?? null, loading: false };
  for (const listener of listeners) listener();
}
