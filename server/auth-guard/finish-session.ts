import { randomUUID } from "node:crypto";
import { sign } from "hono/jwt";
import { query } from "../database/query.ts";
import type { AuthGuardDeps, AuthRequest } from "./auth-context.ts";
import { FACTORS_OF, type Factor, factorsOf } from "./factors/factor-store.ts";

/** How a session started. A refreshed session keeps its method. */
export type Method = "password" | "otp" | "magiclink" | "recovery" | "email/signup" | "email_change";

type Claims = Record<string, unknown> & { session_id?: string };
type Body = { access_token?: string; user?: object };
type Session = { aal: string; amr: { method: string; timestamp: number }[]; factors: Factor[] | null };

const MAX_DEVICE_LENGTH = 500;

/**
 * The last step of every response with a session. It adds the assurance level (`aal`, `amr`) to the token and the
 * factors to the user, and stores the browser and its address with the session. The library does none of these.
 */
export async function finishSession(call: AuthRequest, answer: Response, method?: Method): Promise<Response> {
  if (answer.status >= 400) return answer;
  const location = answer.headers.get("location");
  return location === null ? finishBody(call, answer, method) : finishLink(call, answer, location, method);
}

async function finishBody(call: AuthRequest, answer: Response, method?: Method): Promise<Response> {
  const body = (await answer.clone().json()) as Body;
  const finished = body.access_token ? await finish(call, body.access_token, method) : undefined;
  if (!finished) return answer;
  const user = withFactors(body.user ?? {}, finished.factors);
  return withNewBody(answer, JSON.stringify({ ...body, access_token: finished.token, user }));
}

/** After an email link, the session is in the fragment of the address that the link leads to. */
async function finishLink(call: AuthRequest, answer: Response, location: string, method?: Method): Promise<Response> {
  const [page = "", fragment = ""] = location.split("#");
  const values = new URLSearchParams(fragment);
  const finished = values.has("access_token")
    ? await finish(call, values.get("access_token") as string, method)
    : undefined;
  if (!finished) return answer;
  values.set("access_token", finished.token);
  const headers = new Headers(answer.headers);
  headers.set("location", `${page}#${values}`);
  return new Response(null, { status: answer.status, headers });
}

async function finish({ deps, request, address }: AuthRequest, token: string, method?: Method) {
  const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Claims;
  if (!claims.session_id) return undefined;
  if (method) await recordMethod(deps, claims.session_id, method);
  const device = request.headers.get("user-agent")?.slice(0, MAX_DEVICE_LENGTH) ?? null;
  const session = await recordSession(deps, claims.session_id, device, address || null);
  if (!session) return undefined;
  const { aal, amr, factors } = session;
  return { token: await sign({ ...claims, aal, amr }, deps.keys.jwtSecret, "HS256"), factors };
}

async function recordMethod({ connection }: AuthGuardDeps, sessionId: string, method: Method): Promise<void> {
  await query(
    connection,
    `insert into auth.mfa_amr_claims (session_id, created_at, updated_at, authentication_method, id)
     select id, now(), now(), $2, $3::uuid from auth.sessions where id = $1::uuid
     on conflict (session_id, authentication_method) do nothing`,
    [sessionId, method, randomUUID()],
  );
}

async function recordSession(
  { connection }: AuthGuardDeps,
  sessionId: string,
  device: string | null,
  address: string | null,
): Promise<Session | undefined> {
  const [session] = await query<Session>(
    connection,
    `with noted as (
       update auth.sessions
       set user_agent = coalesce($2, user_agent), ip = coalesce($3::inet, ip), aal = coalesce(aal, 'aal1')
       where id = $1::uuid
       returning id, user_id, aal
     )
     select aal, ${FACTORS_OF("noted.user_id")} as factors, coalesce((
       select json_agg(json_build_object('method', claim.authentication_method,
         'timestamp', floor(extract(epoch from claim.updated_at))) order by claim.updated_at desc)
       from auth.mfa_amr_claims as claim where claim.session_id = noted.id
     ), '[]') as amr
     from noted`,
    [sessionId, device, address],
  );
  return session;
}

/** Adds the user's factors to a response that contains a user. */
export async function finishUser({ deps }: AuthRequest, answer: Response): Promise<Response> {
  if (!answer.ok) return answer;
  const user = (await answer.clone().json()) as { id: string };
  return withNewBody(answer, JSON.stringify(withFactors(user, await factorsOf(deps.connection, user.id))));
}

const withFactors = (user: object, factors: Factor[] | null) => (factors ? { ...user, factors } : user);

function withNewBody(answer: Response, body: string): Response {
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  return new Response(body, { status: answer.status, headers });
}
