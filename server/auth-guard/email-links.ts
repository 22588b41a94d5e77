import { createHash } from "node:crypto";
import { hashLinkToken } from "../backend/auth-mailer.ts";
import { query } from "../database/query.ts";
import { type AuthRequest, accountOf } from "./auth-context.ts";
import { globally, perAccount, perAddress } from "./auth-limits.ts";
import { limitFailures, opensSession } from "./limit-failures.ts";
import { finishVerification } from "./pkce.ts";

type Link = { token_hash: string; kind: string; library_token: string };

/** The email kinds that each verification type accepts. supabase-js sends `email` for every code from an email. */
const KINDS: Record<string, string[]> = {
  signup: ["signup"],
  recovery: ["recovery"],
  magiclink: ["magiclink"],
  email_change: ["email_change"],
  email: ["signup", "magiclink", "recovery"],
};
/** After this many wrong attempts, the code in an email is void. Its link still works. */
const MAX_CODE_ATTEMPTS = 10;
/** A token that never exists. The library refuses it with the same words as every unknown token. */
const UNKNOWN = "unknown";

/**
 * Exchanges an email link or code for a session. The link's token is ours (256 random bits); the library's own hash
 * does not work here. A code has only eight digits, so wrong codes are counted by email, by account, by address and in
 * total.
 */
export async function verify(call: AuthRequest): Promise<Response> {
  const isLink = call.request.method === "GET" || call.body.token_hash !== undefined;
  const address = { [`verify:address:${call.address}`]: perAddress.failedVerify };
  const answer = isLink
    ? await limitFailures(call, address, () => followLink(call))
    : await limitFailures(
        call,
        {
          ...address,
          [`verify:account:${accountOf(call.body)}`]: perAccount.failedVerify,
          "verify:total": globally.failedVerify,
        },
        () => tryCode(call),
      );
  return finishVerification(call, answer);
}

function followLink(call: AuthRequest): Promise<Response> {
  const isGet = call.request.method === "GET";
  const token = isGet ? call.params.token : call.body.token_hash;
  const type = String((isGet ? call.params.type : call.body.type) ?? "");
  // Without a type or a token, the library's answer says what is missing.
  if (!token || !Object.hasOwn(KINDS, type)) return forwardToLibrary(call, type, token ? UNKNOWN : "");
  return openLink(call, type, hashLinkToken(String(token)));
}

async function tryCode(call: AuthRequest): Promise<Response> {
  const { token, type } = call.body;
  const kinds = Object.hasOwn(KINDS, String(type)) ? KINDS[String(type)] : undefined;
  if (!kinds || !/^\d{8}$/.test(String(token))) return forwardToLibrary(call, String(type ?? ""), UNKNOWN);
  const libraryToken = createHash("sha256")
    .update(`${accountOf(call.body)}${token}`)
    .digest("hex");
  const text =
    "select encode(token_hash, 'hex') as token_hash, kind, library_token from private.attempt_email_code($1, $2::text[], $3)";
  const waiting = await query<Link>(call.deps.connection, text, [accountOf(call.body), kinds, MAX_CODE_ATTEMPTS]);
  const meant = waiting.find((link) => link.library_token === libraryToken);
  return meant ? openLink(call, meant.kind, meant.token_hash) : forwardToLibrary(call, kinds[0] as string, UNKNOWN);
}

type UsedLink = { user_id: string; email: string; library_token: string; contested: boolean };

/** Consumes the link and opens the session in one transaction. */
function openLink(call: AuthRequest, kind: string, tokenHash: string): Promise<Response> {
  const { atomic, connection } = call.deps;
  return atomic(async () => {
    const text = "select user_id, email, library_token, contested from private.use_email_link(decode($1, 'hex'), $2)";
    const [link] = await query<UsedLink>(connection, text, [tokenHash, kind]);
    if (!link) return forwardToLibrary(call, kind, UNKNOWN);
    // Only the sign-up confirmation accepts the password from the sign-up form, unless two people chose one.
    if (kind !== "signup" || link.contested)
      await query(connection, "select private.clear_unconfirmed_password($1)", [link.user_id]);
    // The library's own limit is ten minutes after the email. Ours has just been checked.
    if (kind === "signup")
      await query(connection, "update auth.users set confirmation_sent_at = now() where id = $1", [link.user_id]);
    // Someone else may have signed up with the new address in the meantime without confirming it. That account must not block
    // the owner.
    if (kind === "email_change") await query(connection, "select private.remove_unconfirmed_account($1)", [link.email]);
    return forwardToLibrary(call, kind, link.library_token, link.contested ? "/reset-password" : undefined);
  }, opensSession);
}

/** Forwards only the values that this file decided on. */
function forwardToLibrary(call: AuthRequest, type: string, token: string, page?: string): Promise<Response> {
  if (call.request.method !== "GET") return call.forward({ type, token_hash: token });
  const url = new URL("/auth/v1/verify", call.request.url);
  const target = page && { redirect_to: `${call.deps.siteUrl}${page}` };
  url.search = new URLSearchParams({ ...call.params, ...target, type, token }).toString();
  return call.deps.forward(new Request(url, { headers: call.request.headers }));
}
