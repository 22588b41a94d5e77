import { authError } from "../backend/protocol-errors.ts";
import { query } from "../database/query.ts";
import type { AuthRequest } from "./auth-context.ts";
import { perAccount } from "./auth-limits.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { weakPassword } from "./sign-up.ts";

const LARGEST_METADATA = 4096;

/**
 * Changes of one's own account. A new password is taken from a session that began within 24 hours (a recovery link
 * begins one); older ones must sign in again. Afterwards every other session of the account ends.
 */
export async function updateUser(call: AuthRequest): Promise<Response> {
  const { body, deps, request } = call;
  const authorization = request.headers.get("authorization");
  const user = await deps.forward(new Request(request.url, { headers: plainHeaders(request) }));
  if (!user.ok) return user;
  const { id } = (await user.json()) as { id: string };
  await call.count(`update:${id}`, perAccount.update);
  if (JSON.stringify(body.data ?? null).length > LARGEST_METADATA)
    return authError(422, "validation_failed", `data must be smaller than ${LARGEST_METADATA} characters`);
  if (body.email !== undefined && !deps.canSendMail)
    return authError(
      503,
      "email_provider_disabled",
      "The e-mail cannot be changed: this server cannot send the confirmation yet.",
    );
  if (body.password === undefined)
    return deps.atomic(
      () => call.forward(),
      (answer) => answer.ok,
    );
  if (typeof body.password !== "string") return authError(400, "validation_failed", "password must be a text");
  if (isCommonPassword(body.password)) return weakPassword();
  if (!(await isRecentSession(call, sessionOf(authorization))))
    return authError(400, "reauthentication_needed", "Password update requires reauthentication");
  const response = await deps.atomic(
    () => call.forward(),
    (answer) => answer.ok,
  );
  if (response.ok) await endOtherSessions(call);
  return response;
}

async function isRecentSession({ deps }: AuthRequest, session: string): Promise<boolean> {
  const rows = await query(
    deps.connection,
    "select 1 from auth.sessions where id::text = $1 and created_at > now() - interval '24 hours'",
    [session],
  );
  return rows.length > 0;
}

async function endOtherSessions({ deps, request }: AuthRequest): Promise<void> {
  const url = new URL("/auth/v1/logout?scope=others", request.url);
  await deps.forward(new Request(url, { method: "POST", headers: plainHeaders(request) }));
}

/** The session a token belongs to. The token was proven genuine by the request before. */
function sessionOf(authorization: string | null): string {
  const payload = authorization?.split(".")[1] ?? "";
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString() || "{}") as { session_id?: string };
  return claims.session_id ?? "";
}

function plainHeaders(request: Request): Headers {
  const headers = new Headers();
  for (const name of ["authorization", "apikey"]) {
    const value = request.headers.get(name);
    if (value) headers.set(name, value);
  }
  return headers;
}
