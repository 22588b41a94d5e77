import { createHash } from "node:crypto";
import { hashLinkToken } from "../backend/auth-mailer.ts";
import { query } from "../database/query.ts";
import { type AuthRequest, accountOf } from "./auth-context.ts";
import { globally, perAccount, perAddress } from "./auth-limits.ts";
import { limitFailures, opensSession } from "./limit-failures.ts";
import { finishVerification } from "./pkce.ts";

type Link = { token_hash: string; kind: string; library_token: string };

/** Which e-mails a type of verification may use. supabase-js says `email` for every code that arrived by e-mail. */
const KINDS: Record<string, string[]> = {
  signup: ["signup"],
  recovery: ["recovery"],
  magiclink: ["magiclink"],
  email_change: ["email_change"],
  email: ["signup", "magiclink", "recovery"],
};
/** After so many wrong tries the code in an e-mail is void. Its link still works. */
const MAX_CODE_ATTEMPTS = 10;
/** A token that the library gave to nobody: it refuses with the words that it has for every unknown one. */
const UNKNOWN = "unknown";

/**
 * Trades a link or a code of an e-mail for a session. A link's token is ours (256 random bits); the library's own hash opens
 * nothing here. A code has eight digits, so wrong ones are counted by e-mail, by account, by address and in total.
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
  // Without a type or a token the library says what is missing.
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

/** Uses the link up and opens the session, both or neither. */
function openLink(call: AuthRequest, kind: string, tokenHash: string): Promise<Response> {
  const { atomic, connection } = call.deps;
  return atomic(async () => {
    const text = "select user_id, email, library_token, contested from private.use_email_link(decode($1, 'hex'), $2)";
    const [link] = await query<UsedLink>(connection, text, [tokenHash, kind]);
    if (!link) return forwardToLibrary(call, kind, UNKNOWN);
    // Only the confirmation of a sign-up says yes to the password that was chosen there, unless two people chose one.
    if (kind !== "signup" || link.contested)
      await query(connection, "select private.clear_unconfirmed_password($1)", [link.user_id]);
    // Whoever signed up with the new address meanwhile and never confirmed it does not stand in its owner's way.
    if (kind === "email_change") await query(connection, "select private.remove_unconfirmed_account($1)", [link.email]);
    return forwardToLibrary(call, kind, link.library_token, link.contested ? "/reset-password" : undefined);
  }, opensSession);
}

/** Asks the library, with nothing but what was decided here. */
function forwardToLibrary(call: AuthRequest, type: string, token: string, page?: string): Promise<Response> {
  if (call.request.method !== "GET") return call.forward({ type, token_hash: token });
  const url = new URL("/auth/v1/verify", call.request.url);
  const target = page && { redirect_to: `${call.deps.siteUrl}${page}` };
  url.search = new URLSearchParams({ ...call.params, ...target, type, token }).toString();
  return call.deps.forward(new Request(url, { headers: call.request.headers }));
}
