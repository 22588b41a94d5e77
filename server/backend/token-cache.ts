/** What the library knows about a token that it has verified. */
type VerifiedToken = { jwt: { exp?: number; sub?: string; session_id?: string }; expiresAt: number };

/** The context that the library's server passes to a middleware. */
type Context = {
  req: { path: string; method: string; header: (name: string) => string | undefined };
  res: { status: number };
  get: (name: string) => unknown;
  set: (name: string, value: unknown) => void;
};
type Next = () => Promise<void>;

const MAX_TOKENS = 2_000;

/**
 * The library verifies the token of each REST request twice and looks up its account and session, without using the
 * result. This caches an accepted token until it expires and skips that work. The database checks whether the session
 * is still alive, in the statement that sets the caller (server/database/request-context.ts).
 */
export function cacheVerifiedTokens(now = Date.now): (context: Context, next: Next) => Promise<void> {
  const cache = new Map<string, VerifiedToken>();
  return async (context, next) => {
    const token = tokenOf(context);
    if (!token) return next();
    const verified = cache.get(token);
    if (verified && now() < verified.expiresAt) {
      context.set("userId", verified.jwt.sub);
      context.set("sessionId", verified.jwt.session_id);
      context.set("jwt", verified.jwt);
      context.set("ignoreAuthorization", true);
      return next();
    }
    cache.delete(token);
    await next();
    const jwt = context.get("jwt") as VerifiedToken["jwt"] | null | undefined;
    // A token is accepted if the library took it from the header itself and did not refuse it afterward.
    if (!jwt?.exp || context.get("ignoreAuthorization") || context.res.status === 401) return;
    if (cache.size >= MAX_TOKENS) cache.delete(cache.keys().next().value ?? "");
    cache.set(token, { jwt, expiresAt: jwt.exp * 1000 });
  };
}

/** The bearer token of a REST request. The publishable and secret keys do not count. */
function tokenOf({ req }: Context): string | undefined {
  if (!req.path.startsWith("/rest/v1/") || req.method === "OPTIONS") return undefined;
  const token = req.header("Authorization")?.match(/^Bearer ([^\s]+)$/)?.[1];
  return token && token.split(".").length === 3 && token !== req.header("apikey") ? token : undefined;
}
