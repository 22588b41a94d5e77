import type { FunctionsHttpError } from "@supabase/functions-js";
import { ServiceError, toServiceError } from "./service-error.ts";
import { hasStoredSession } from "./session-store.ts";
import { getSupabase } from "./supabase.ts";

/** Spec §8: payment and plan functions throw this without a session. */
export const NO_SESSION_TEXT = "No session available";

/**
 * Calls an edge function with the session's token (spec §7) and returns its response. Throws ServiceError with the function's own
 * code. Without a session, it sends no request and throws 'No session available' (code no_session).
 */
export async function callFunction(name: string, body: Record<string, unknown> = {}): Promise<unknown> {
  if (!hasStoredSession()) throw noSession();
  const supabase = await getSupabase();
  const { data: auth, error: authError } = await supabase.auth.getSession();
  if (authError) throw toServiceError(authError, "/auth/v1/token");
  if (!auth.session) throw noSession();
  const { data, error } = await supabase.functions.invoke<unknown>(name, { body });
  if (error) throw await toFunctionError(error, `/functions/v1/${name}`);
  return data;
}

function noSession(): ServiceError {
  return new ServiceError("session-ended", NO_SESSION_TEXT, "no_session");
}

async function toFunctionError(error: Error & Partial<FunctionsHttpError>, path: string): Promise<ServiceError> {
  if (!(error.context instanceof Response)) return new ServiceError("offline", error.message);
  const said = (await error.context.json().catch(() => null)) as { error?: string; code?: string } | null;
  const reported = { message: said?.error ?? error.message, ...(said?.code ? { code: said.code } : {}) };
  return toServiceError(reported, path, error.context.status);
}
