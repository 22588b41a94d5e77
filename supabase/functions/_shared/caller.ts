import type { SupabaseClient } from "@supabase/supabase-js";
import { ACCOUNT_HEADER } from "../../../domain/account-header.ts";
import type { Database } from "../../database.types.ts";
import type { FunctionDeps } from "./deps.ts";
import { failure } from "./respond.ts";

export type Caller = {
  id: string;
  email: string;
  /** Reads and writes with the caller's own rights. */
  client: SupabaseClient<Database>;
};

/**
 * Reads the caller from the Authorization header, through the auth service. Returns a Response if no one is signed in
 * (401), or if the session still needs a second factor (403).
 */
export async function requireCaller(request: Request, deps: FunctionDeps): Promise<Caller | Response> {
  const authorization = request.headers.get("authorization");
  const token = /^Bearer (.+)$/i.exec(authorization ?? "")?.[1];
  if (!token) return failure(401, "no_session", "No session available");
  const client = deps.asCaller(authorization, request.headers.get(ACCOUNT_HEADER));
  const [{ data, error }, owed] = await Promise.all([client.auth.getUser(token), client.rpc("second_factor_state")]);
  if (error || !data.user) {
    const down = error && (!error.status || error.status >= 500);
    return down
      ? failure(503, "unavailable", "We couldn't check your account. Please try again in a moment.")
      : failure(401, "no_session", "No session available");
  }
  if (owed.error) return failure(503, "unavailable", "We couldn't check your account. Please try again in a moment.");
  if (owed.data !== "none" && owed.data !== "given")
    return failure(403, "insufficient_aal", "Enter your two-step sign-in code first");
  return { id: data.user.id, email: data.user.email ?? "", client };
}

/**
 * The calling admin. Otherwise a Response: 401 without a session, 403 for everyone else, 503 if the role cannot be
 * read.
 */
export async function requireAdmin(request: Request, deps: FunctionDeps): Promise<Caller | Response> {
  return requireRole(request, deps, "admin", failure(403, "forbidden", "Only an admin can do this"));
}

/** The calling client with an active role. Otherwise a Response, as for an admin. */
export async function requireClient(request: Request, deps: FunctionDeps): Promise<Caller | Response> {
  return requireRole(
    request,
    deps,
    "client",
    failure(403, "not_a_client", "Only active clients can get the premium plan"),
  );
}

async function requireRole(
  request: Request,
  deps: FunctionDeps,
  role: "admin" | "client",
  refusal: Response,
): Promise<Caller | Response> {
  const caller = await requireCaller(request, deps);
  if (caller instanceof Response) return caller;
  const held = await caller.client
    .from("user_roles")
    .select("role")
    .eq("user_id", caller.id)
    .eq("role", role)
    .eq("status", "active");
  if (held.error) return failure(503, "unavailable", "We couldn't check your account. Please try again in a moment.");
  return held.data.length > 0 ? caller : refusal;
}
