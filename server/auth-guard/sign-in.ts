import { availableParallelism } from "node:os";
import bcrypt from "bcrypt";
import pLimit from "p-limit";
import { networkOf } from "../../supabase/functions/_shared/client-address.ts";
import { authError } from "../backend/protocol-errors.ts";
import { query } from "../database/query.ts";
import { type AuthRequest, accountOf } from "./auth-context.ts";
import { perAccount, perAddress } from "./auth-limits.ts";
import { DUMMY_HASH } from "./dummy-hash.ts";
import { finishSession } from "./finish-session.ts";
import { exchangeCode } from "./pkce.ts";

/**
 * Passwords are hashed on the same threads that check the token of every other request. Sign-ins wait for each other
 * here, so that one core and its threads stay free for other requests.
 */
const hashQueue = pLimit(Math.max(1, availableParallelism() - 1));

type Account = { encrypted_password: string | null; confirmed: boolean };

/**
 * The token endpoint. A wrong password, an unknown email and an unconfirmed account with a wrong password get the same
 * answer after the same work, so signing in does not reveal who has an account.
 */
export async function issueToken(call: AuthRequest): Promise<Response> {
  const grant = call.params.grant_type;
  if (grant === "refresh_token") {
    await call.count(`refresh:address:${call.address}`, perAddress.refresh);
    return finishSession(call, await refresh(call));
  }
  if (grant === "pkce") return exchangeCode(call);
  if (grant !== "password") return authError(400, "unsupported_grant_type", "unsupported_grant_type");
  await call.count(`sign-in:address:${call.address}`, perAddress.signIn);
  const { email, password } = call.body;
  if (typeof email !== "string" || typeof password !== "string" || !email || !password)
    return authError(400, "validation_failed", "Email and password are required");
  const account = accountOf(call.body);
  await call.count(`sign-in:account:${account}:${networkOf(call.address)}`, perAccount.signIn);
  await call.count(`sign-in:account:${account}`, perAccount.signInFromAnywhere);
  const found = await findAccount(call, email);
  if (found?.encrypted_password && found.confirmed) {
    const answer = await hashQueue(() => call.forward());
    // The library's refusal has other headers, which would tell a stranger that the account exists.
    return answer.status === 400 ? wrongCredentials() : finishSession(call, answer, "password");
  }
  const known = await hashQueue(() => bcrypt.compare(password, found?.encrypted_password ?? DUMMY_HASH));
  return known && found ? call.forward() : wrongCredentials();
}

/**
 * Tabs that open together, and a page that was left before the answer came, refresh with the same token at the same moment. They
 * take turns, so that the first gets a new token and the others get it, too: the library would give each a token of its own, and
 * then take them for thieves.
 */
async function refresh(call: AuthRequest): Promise<Response> {
  const { connection, atomic } = call.deps;
  return atomic(
    async () => {
      await query(
        connection,
        `select from auth.sessions where id = (
           select session_id from auth.refresh_tokens where token = $1
         ) for update`,
        [call.body.refresh_token ?? ""],
      );
      return call.forward();
    },
    // A refusal may end the session, which stays.
    () => true,
  );
}

function wrongCredentials(): Response {
  return authError(400, "invalid_credentials", "Invalid login credentials");
}

async function findAccount({ deps }: AuthRequest, email: string): Promise<Account | undefined> {
  const rows = await query<Account>(
    deps.connection,
    `select encrypted_password, coalesce(email_confirmed_at, confirmed_at) is not null as confirmed
     from auth.users where lower(email) = lower($1)`,
    [email],
  );
  const [found] = rows;
  return found?.encrypted_password === (deps.disabledHash ?? "") ? undefined : found;
}
