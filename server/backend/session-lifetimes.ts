import type { DatabaseConnection } from "../database/connect.ts";
import { query } from "../database/query.ts";

type Library = (request: Request) => Promise<Response>;

/**
 * The library has no session lifetime that an agency can set. So an expired session is deleted just before the library
 * reads it. The library then refuses both its refresh token and its access token.
 */
export function withSessionLifetimes(connection: DatabaseConnection, library: Library): Library {
  return async (request) => {
    const path = new URL(request.url).pathname;
    if (path.startsWith("/auth/v1/token")) await endByRefreshToken(connection, request);
    else if (path.startsWith("/auth/v1/")) await endByAccessToken(connection, request);
    return library(request);
  };
}

async function endByRefreshToken(connection: DatabaseConnection, request: Request): Promise<void> {
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => null);
  const token = (body as { refresh_token?: unknown } | null)?.refresh_token;
  if (typeof token !== "string" || !token) return;
  await query(
    connection,
    `delete from auth.sessions as session using auth.refresh_tokens as held
     where held.token = $1 and session.id = held.session_id
       and not exists (select from private.live_sessions as live where live.id = session.id)`,
    [token],
  );
}

/** The token is not verified here. A forged token can only end a session that has already expired. */
async function endByAccessToken(connection: DatabaseConnection, request: Request): Promise<void> {
  const session = sessionIn(request.headers.get("authorization"));
  if (!session) return;
  await query(
    connection,
    `delete from auth.sessions as session where session.id::text = $1
       and not exists (select from private.live_sessions as live where live.id = session.id)`,
    [session],
  );
}

function sessionIn(authorization: string | null): string | undefined {
  const payload = /^Bearer [^.]*\.([^.]*)\./.exec(authorization?.slice(0, 4096) ?? "")?.[1];
  if (!payload) return undefined;
  try {
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as { session_id?: unknown };
    return typeof claims.session_id === "string" ? claims.session_id : undefined;
  } catch {
    return undefined;
  }
}
