import bcrypt from "bcrypt";
import { authError } from "../backend/protocol-errors.ts";
import { query } from "../database/query.ts";
import { type AuthRequest, accountOf } from "./auth-context.ts";
import { networkOf, perAccount, perAddress } from "./auth-limits.ts";

/** A hash of nothing that anybody knows, with the library's cost: unknown accounts take as long as known ones. */
const NOBODYS_HASH = bcrypt.hashSync(crypto.randomUUID(), 10);

type Account = { encrypted_password: string | null; confirmed: boolean };

/**
 * The token endpoint. A wrong password, an unknown e-mail and an unconfirmed account with a wrong password are answered
 * alike and after the same work, so that signing in does not tell who has an account.
 */
export async function issueToken(call: AuthRequest): Promise<Response> {
  const grant = new URL(call.request.url).searchParams.get("grant_type");
  if (grant === "refresh_token") {
    await call.count(`refresh:address:${call.address}`, perAddress.refresh);
    return call.forward();
  }
  if (grant !== "password") return authError(400, "unsupported_grant_type", "unsupported_grant_type");
  await call.count(`sign-in:address:${call.address}`, perAddress.signIn);
  const account = accountOf(call.body);
  await call.count(`sign-in:account:${account}:${networkOf(call.address)}`, perAccount.signIn);
  await call.count(`sign-in:account:${account}`, perAccount.signInFromAnywhere);
  const { email, password } = call.body;
  if (typeof email !== "string" || typeof password !== "string" || !email || !password)
    return authError(400, "validation_failed", "Email and password are required");
  const found = await findAccount(call, email);
  if (found?.encrypted_password && found.confirmed) return call.forward();
  const known = await bcrypt.compare(password, found?.encrypted_password ?? NOBODYS_HASH);
  return known && found ? call.forward() : authError(400, "invalid_credentials", "Invalid login credentials");
}

async function findAccount({ deps }: AuthRequest, email: string): Promise<Account | undefined> {
  const rows = await query<Account>(
    deps.connection,
    `select encrypted_password, coalesce(email_confirmed_at, confirmed_at) is not null as confirmed
     from auth.users where lower(email) = lower($1)`,
    [email],
  );
  return rows[0];
}
