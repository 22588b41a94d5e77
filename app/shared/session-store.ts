import type { Session, User } from "@supabase/supabase-js";
import { safeLocalStorage } from "./safe-storage.ts";
import { getSupabase, onClientCreated, SESSION_STORAGE_KEY } from "./supabase.ts";

/** Spec §3 Auth context: `loading` starts true and turns false after the first session check or auth event. */
export type AuthState = { user: User | null; session: Session | null; loading: boolean };

const INITIAL_STATE: AuthState = { user: null, session: null, loading: true };

let state = INITIAL_STATE;
let started: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** The current state. */
export function getAuthState(): AuthState {
  return state;
}

/** The state during server rendering, where no user is known. */
export function getServerAuthState(): AuthState {
  return INITIAL_STATE;
}

/** Calls the listener after every change. The first subscriber starts the store. */
export function subscribeToAuth(listener: () => void): () => void {
  listeners.add(listener);
  startAuth().catch(() => undefined);
  return () => listeners.delete(listener);
}

/**
 * Listens to the auth events and reads the stored session once (spec §4). Without a stored session, no one is signed in, and the
 * client is not loaded. After a failure, the next call tries again.
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
  // Offline, the stored session can be neither used nor verified. Auth events replace the state when the network returns.
  if (!error) setState(data.session);
}

/** Whether this browser has a stored session. Only the server knows whether it is still valid. */
export function hasStoredSession(): boolean {
  return safeLocalStorage.read(SESSION_STORAGE_KEY) !== null;
}

/** Another tab signed in while this one had no client to receive the event. */
function followOtherTab({ key, newValue }: StorageEvent): void {
  if (key === SESSION_STORAGE_KEY && newValue) getSupabase().catch(() => undefined);
}

/** A page from the back/forward cache missed the changes in other tabs. */
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
