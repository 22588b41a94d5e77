import { createHmac, timingSafeEqual } from "node:crypto";

/** A signed-in person, by the claims of a valid token. */
export type Person = { kind: "person"; id: string; session: string; claims: Claims };

/** The sender of a table API request, as far as the headers prove it. */
export type RestCaller = { kind: "anonymous" } | Person | { kind: "service" };

export type Keys = { jwtSecret: string; publishableKey: string; secretKey: string };

const ANONYMOUS: RestCaller = { kind: "anonymous" };
const MAX_TOKEN_LENGTH = 12 * 1024;
const MAX_TOKENS = 2_000;

/**
 * The token of an Authorization header. Undefined for another scheme, for spaces inside, and for a size that our tokens
 * never have.
 */
export function bearerOf(headers: Pick<Headers, "get">): string | undefined {
  const header = headers.get("authorization") ?? "";
  if (!header.startsWith("Bearer ") || header.length > MAX_TOKEN_LENGTH) return undefined;
  const token = header.slice("Bearer ".length).trim();
  return token === "" || /\s/.test(token) ? undefined : token;
}

/** Reads the key and the token. A token is valid if its signature and time are right. The library checks them again. */
export function readCaller(headers: Pick<Headers, "get">, keys: Keys, now: number): RestCaller {
  return createCallerReader(keys)(headers, now);
}

export type ReadCaller = (headers: Pick<Headers, "get">, now: number) => RestCaller;

/** A caller sends the same token for minutes, so its claims are kept after the first reading. */
export function createCallerReader(keys: Keys): ReadCaller {
  const verified = new Map<string, Claims>();
  const claimsOf = (token: string, now: number) => {
    const known = verified.get(token);
    verified.delete(token);
    const claims = known && isCurrent(known, now) ? known : readClaims(token, keys.jwtSecret, now);
    if (!claims) return undefined;
    // Reinserted at the end, so that the least recently used token is dropped first.
    verified.set(token, claims);
    if (verified.size > MAX_TOKENS) verified.delete(verified.keys().next().value ?? "");
    return claims;
  };
  return (headers, now) => {
    const token = bearerOf(headers);
    const claims = token === undefined ? undefined : claimsOf(token, now);
    if (claims?.role === "service_role") return { kind: "service" };
    if (claims?.role === "authenticated" && typeof claims.sub === "string")
      return { kind: "person", id: claims.sub, session: String(claims.session_id ?? ""), claims };
    const hasSecretKey = isEqual(headers.get("apikey") ?? "", keys.secretKey);
    return hasSecretKey && (token === undefined || token === keys.secretKey) ? { kind: "service" } : ANONYMOUS;
  };
}

/** The claims of a token that are read here. */
export type Claims = { role?: unknown; sub?: unknown; session_id?: unknown; exp?: unknown };

/** The claims of a token whose signature and time are right. */
export function readClaims(token: string, secret: string, now: number): Claims | undefined {
  const [head = "", payload = "", signature = "", ...more] = token.split(".");
  if (more.length > 0 || payload === "") return undefined;
  const right = createHmac("sha256", secret).update(`${head}.${payload}`).digest("base64url");
  if (!isEqual(signature, right) || parse(head)?.alg !== "HS256") return undefined;
  const claims = parse(payload) as Claims | undefined;
  return claims && isCurrent(claims, now) ? claims : undefined;
}

function isCurrent({ exp }: Claims, now: number): boolean {
  return typeof exp === "number" && exp * 1000 > now;
}

function parse(part: string): { alg?: unknown } | undefined {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString()) as { alg?: unknown };
  } catch {
    return undefined;
  }
}

function isEqual(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
