import { createHash, randomUUID } from "node:crypto";
import { authError } from "../backend/protocol-errors.ts";
import { query } from "../database/query.ts";
import { type AuthRequest, accountOf } from "./auth-context.ts";
import { perAddress, perCode } from "./auth-limits.ts";
import { finishSession, type Method } from "./finish-session.ts";

/** The session's method for each type of email link. */
const METHODS = {
  signup: "email/signup",
  recovery: "recovery",
  magiclink: "magiclink",
  email_change: "email_change",
} satisfies Record<string, Method>;

type Handler = (call: AuthRequest) => Promise<Response>;

/**
 * Proof Key for Code Exchange (PKCE). The browser that requests an email sends a challenge. The email's link then
 * returns a code that only this browser can exchange for a session, because only it has the verifier. A flow belongs to
 * an account and a link type; a later email of that type replaces it, as it replaces the link.
 */
export function withChallenge(type: keyof typeof METHODS, handle: Handler): Handler {
  return async (call) => {
    const complaint = checkChallenge(call.body);
    if (complaint) return authError(400, "validation_failed", complaint);
    // Runs inside the handler's transaction, so that the email and its flow are stored together or not at all.
    const forward = async (body?: Record<string, unknown>) => {
      const answer = await call.forward(body);
      if (answer.ok) await beginFlow(call, METHODS[type], answer);
      return answer;
    };
    return handle({ ...call, forward });
  };
}

function checkChallenge({ code_challenge: challenge, code_challenge_method: method }: Record<string, unknown>) {
  if (!challenge && !method) return undefined;
  if (!challenge || !method) return "PKCE flow requires code_challenge_method and code_challenge";
  if (!/^(s256|plain)$/i.test(String(method))) return "invalid code_challenge_method: use s256 or plain";
  return /^[\w.~-]{43,128}$/.test(String(challenge))
    ? undefined
    : "code challenge has to be between 43 and 128 letters, digits, hyphens, periods, underscores and tildes";
}

async function beginFlow({ deps: { connection }, body }: AuthRequest, method: Method, answer: Response): Promise<void> {
  if (method === "email_change" && !body.email) return;
  const { id = null } = method === "email_change" ? ((await answer.clone().json()) as { id?: string }) : {};
  const whose = [id, accountOf(body), method];
  await query(
    connection,
    `delete from auth.flow_state as flow using auth.users as account
     where flow.user_id = account.id and flow.authentication_method = $3 and flow.auth_code is null
       and (account.id = $1::uuid or $1::uuid is null and lower(account.email) = $2)`,
    whose,
  );
  if (!body.code_challenge) return;
  await query(
    connection,
    `insert into auth.flow_state (id, user_id, authentication_method, provider_type, code_challenge, code_challenge_method)
     select $4::uuid, account.id, $3, 'email', $5, lower($6) from auth.users as account
     where account.id = $1::uuid or $1::uuid is null and lower(account.email) = $2`,
    [...whose, randomUUID(), body.code_challenge, body.code_challenge_method],
  );
}

/** The last step of an email link or code. It leads to the session, or back with a code if a PKCE flow is waiting. */
export async function finishVerification(call: AuthRequest, answer: Response): Promise<Response> {
  const location = answer.headers.get("location") ?? "";
  const token = new URLSearchParams(location.split("#")[1] ?? "").get("access_token");
  const code = token ? await issueCode(call, token) : undefined;
  if (!code) return finishSession(call, answer, "otp");
  const target = new URL(location);
  target.hash = "";
  target.searchParams.set("code", code);
  const headers = new Headers(answer.headers);
  headers.set("location", target.href);
  return new Response(null, { status: answer.status, headers });
}

/** Ends the link's session and returns a code instead. Undefined if the browser did not request a code. */
async function issueCode({ deps, params }: AuthRequest, token: string): Promise<string | undefined> {
  const claims = Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
  const { sub, session_id } = JSON.parse(claims) as { sub: string; session_id: string };
  const code = randomUUID();
  const rows = await query(
    deps.connection,
    `with flow as (
       delete from auth.flow_state
       where user_id = $1::uuid and authentication_method = $2 and auth_code is null
       returning user_id, authentication_method, provider_type, code_challenge, code_challenge_method
     ), ended as (
       delete from auth.sessions where id = $3::uuid and exists (select from flow)
     )
     insert into auth.flow_state (id, user_id, authentication_method, provider_type, code_challenge, code_challenge_method,
       auth_code, auth_code_issued_at)
     select $4::uuid, flow.*, $5, now() from flow returning 1`,
    [sub, METHODS[params.type as keyof typeof METHODS] ?? "", session_id, randomUUID(), code],
  );
  return rows.length > 0 ? code : undefined;
}

/** `POST /token?grant_type=pkce`: the library checks the verifier and accepts a code once, within five minutes. */
export async function exchangeCode(call: AuthRequest): Promise<Response> {
  await call.count(`pkce:address:${call.address}`, perAddress.exchange);
  const code = String(call.body.auth_code ?? "");
  await call.count(`pkce:code:${createHash("sha256").update(code).digest("hex")}`, perCode);
  const [flow] = await query<{ method: Method }>(
    call.deps.connection,
    "select authentication_method as method from auth.flow_state where auth_code = $1",
    [code],
  );
  return finishSession(call, await call.forward(), flow?.method);
}
