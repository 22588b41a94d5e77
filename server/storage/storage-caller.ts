import { bearerOf, type Keys, readCaller, readClaims } from "../rest-guard/read-caller.ts";
import { StorageProblem } from "./storage-problem.ts";

/** The claims of a verified token, as the database's settings get them. */
export type Claims = Record<string, unknown> & { role: string };

/** Who asks: the role and the claims that the database decides by. */
export type StorageCaller = { role: "anon" | "authenticated" | "service_role"; id: string | null; claims: Claims };

const SERVICE: StorageCaller = { role: "service_role", id: null, claims: { role: "service_role" } };
export const VISITOR: StorageCaller = { role: "anon", id: null, claims: { role: "anon" } };

/** Reads the caller from the headers. Throws InvalidJWT if there is a token that is not valid anymore. */
export function readStorageCaller(headers: Headers, keys: Keys, now: number): StorageCaller {
  const caller = readCaller(headers, keys, now);
  if (caller.kind === "service") return SERVICE;
  const token = bearerOf(headers);
  const claims = token === undefined ? undefined : readClaims(token, keys.jwtSecret, now);
  if (caller.kind === "person")
    return { role: "authenticated", id: caller.id, claims: { ...claims, role: "authenticated" } };
  // The keys themselves are not tokens.
  if (token !== undefined && token.split(".").length === 3 && !claims)
    throw new StorageProblem("InvalidJWT", "The token isn't valid or has expired");
  return VISITOR;
}

/** The caller that an upload link was signed for. */
export function callerOf(claims: Claims): StorageCaller {
  if (claims.role === "service_role") return SERVICE;
  if (claims.role !== "authenticated" || typeof claims["sub"] !== "string") return VISITOR;
  return { role: "authenticated", id: claims["sub"], claims };
}

/** What an upload link keeps of its caller's claims. A link is visible to more people than a token. */
export function linkClaims({ claims }: StorageCaller): Claims {
  const { role, sub, session_id, aal } = claims as Claims & { sub?: string; session_id?: string; aal?: string };
  return { role, ...(sub && { sub }), ...(session_id && { session_id }), ...(aal && { aal }) };
}
