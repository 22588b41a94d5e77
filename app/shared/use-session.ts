import { useSyncExternalStore } from "react";
import { type AuthState, getAuthState, getServerAuthState, subscribeToAuth } from "./session-store.ts";

/** The current user and session, or none, and whether they are still loading (spec §3 Auth context). */
export function useSession(): AuthState {
  return useSyncExternalStore(subscribeToAuth, getAuthState, getServerAuthState);
}
