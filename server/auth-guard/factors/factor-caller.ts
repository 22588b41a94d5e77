import { authError } from "../../backend/protocol-errors.ts";
import { query } from "../../database/query.ts";
import type { AuthRequest } from "../auth-context.ts";
import { perAccount, perAddress } from "../auth-limits.ts";
import { isId } from "./factor-store.ts";

export type FactorCaller = {
  id: string;
  email: string;
  sessionId: string;
  /** Whether both the token and its session have a second factor. */
  isAal2: boolean;
};

/**
 * The caller, as the library reads the token. Returns the library's own refusal if the token or its session is not
 * valid.
 */
export async function readCaller({ deps, request }: AuthRequest): Promise<FactorCaller | Response> {
  const headers = new Headers(request.headers);
  const answer = await deps.forward(new Request(new URL("/auth/v1/user", request.url), { headers }));
  if (!answer.ok) return answer;
  const { id, email } = (await answer.json()) as { id: string; email: string };
  const { session_id, aal } = claimsOf(request.headers.get("authorization"));
  const text = "select aal from auth.sessions where id = $1::uuid and user_id = $2::uuid";
  const [session] = isId(session_id)
    ? await query<{ aal: string | null }>(deps.connection, text, [session_id, id])
    : [];
  if (!session_id || !session)
    return authError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  return { id, email, sessionId: session_id, isAal2: aal === "aal2" && session.aal === "aal2" };
}

/** The same for factor endpoints, which no one calls often, so calls are limited. */
export async function readFactorCaller(call: AuthRequest): Promise<FactorCaller | Response> {
  await call.count(`factor:address:${call.address}`, perAddress.factor);
  const caller = await readCaller(call);
  if (!(caller instanceof Response)) await call.count(`factor:account:${caller.id}`, perAccount.factor);
  return caller;
}

export const FACTOR_NOT_FOUND = () => authError(404, "mfa_factor_not_found", "Factor not found");

/** The claims of a token. Use it only for tokens that are already verified. */
function claimsOf(authorization: string | null): { session_id?: string; aal?: string } {
  const payload = authorization?.split(".")[1] ?? "";
  return JSON.parse(Buffer.from(payload, "base64url").toString() || "{}");
}
