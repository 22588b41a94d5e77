import type { User } from "@supabase/supabase-js";
import { activeRole, type RoleRow } from "../../domain/roles.ts";
import { type SecondFactorState, secondFactorPage } from "../../domain/second-factor.ts";
import { claimAdminRole } from "./claim-admin-role.ts";
import { refreshOrDrop } from "./drop-session.ts";
import { loadMyRoles } from "./load-my-roles.ts";
import { loadSecondFactorState } from "./second-factor/load-state.ts";
import { ServiceError, toServiceError } from "./service-error.ts";
import { getAuthState, hasStoredSession, startAuth } from "./session-store.ts";
import { getSupabase } from "./supabase.ts";

/** The signed-in user with their role rows; null when no one is signed in. Role rows are read only after the second step. */
export type Access = { user: User; rows: RoleRow[]; secondFactor: SecondFactorState } | null;

let running: Promise<Access> | undefined;
let handedOver: Access = null;
let known: Access = null;
let hasEnded = false;

/** Whether the server refused this browser's session. True once, for the page that says so. */
export function takeEndedSession(): boolean {
  const ended = hasEnded;
  hasEnded = false;
  return ended;
}

/**
 * The guard's access check. Offline, a page that has checked it before goes by that, so that its navigation stays; otherwise a network
 * failure throws. It signs no one out. A session that the server rejects is refreshed once, and dropped when the refresh is refused.
 * Guards of nested routes share one round trip.
 */
export function loadAccess(): Promise<Access> {
  if (handedOver && handedOver.user.id === getAuthState().user?.id) return Promise.resolve(handedOver);
  running ??= read().finally(() => {
    running = undefined;
  });
  return running;
}

/** Opens the page after sign-in. Its guards take the access that sign-in just read, instead of asking again. */
export async function openWithAccess(access: Access, open: () => unknown): Promise<void> {
  handedOver = access;
  try {
    await open();
  } finally {
    handedOver = null;
  }
}

async function read(): Promise<Access> {
  try {
    known = await ask();
  } catch (error) {
    const isSame = known !== null && known.user.id === getAuthState().user?.id;
    if (!isSame || !(error instanceof ServiceError) || error.kind !== "offline") throw error;
  }
  return known;
}

async function ask(): Promise<Access> {
  const user = await currentUser();
  if (!user) return null;
  try {
    return await accessOf(user);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== "session-ended") throw error;
    return await retryRefreshed();
  }
}

async function currentUser(): Promise<User | null> {
  if (!hasStoredSession()) return null;
  await startAuth().catch((cause: unknown) => {
    throw new ServiceError("offline", cause instanceof Error ? cause.message : "The configuration couldn't be read");
  });
  const { data, error } = await (await getSupabase()).auth.getSession();
  if (error && error.name === "AuthRetryableFetchError") throw toServiceError(error, "/auth/v1/token");
  return data.session?.user ?? null;
}

async function accessOf(user: User): Promise<Access> {
  const rolesPromise = loadMyRoles(user.id);
  // Both requests run in parallel. Before the second step, the roles response is meaningless.
  rolesPromise.catch(() => undefined);
  const secondFactor = await loadSecondFactorState();
  if (secondFactorPage(secondFactor, null)) return { user, rows: [], secondFactor };
  return { user, rows: await claimedRoles(user, await rolesPromise), secondFactor };
}

async function claimedRoles(user: User, rows: RoleRow[]): Promise<RoleRow[]> {
  if (activeRole(rows) === "admin") return rows;
  return (await claimAdminRole(user)) ? await loadMyRoles(user.id) : rows;
}

async function retryRefreshed(): Promise<Access> {
  const { auth } = await getSupabase();
  const { data, error } = await refreshOrDrop(auth);
  if (error?.name === "AuthRetryableFetchError") throw toServiceError(error, "/auth/v1/token");
  if (data.user) return await accessOf(data.user);
  hasEnded = true;
  return null;
}
