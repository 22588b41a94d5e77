import { networkOf } from "../../supabase/functions/_shared/client-address.ts";
import { crossOrigin } from "../backend/protocol-errors.ts";
import { type AuthRequest, accountOf } from "./auth-context.ts";
import { perAccount, perAddress } from "./auth-limits.ts";

/**
 * Recovery, a new confirmation or a sign-in code. Each sends one email and never reveals whether the account exists.
 */
export async function sendMail(call: AuthRequest): Promise<Response> {
  await call.count(`mail:address:${call.address}`, perAddress.mail);
  const account = accountOf(call.body);
  await call.count(`mail:account:${account}:${networkOf(call.address)}`, perAccount.mail);
  await call.count(`mail:account:${account}`, perAccount.mailFromAnywhere);
  const response = await call.deps.atomic(
    () => call.forward(),
    (answer) => answer.ok,
  );
  if (response.status === 400 || response.status >= 500) return response;
  // A refusal because of the account looks exactly like a sent email, headers included.
  return Response.json({}, { headers: crossOrigin() });
}

/** Sends a code to an existing account. By default, the library would create a confirmed account for any address. */
export async function sendCode(call: AuthRequest): Promise<Response> {
  const existing = { ...call, forward: () => call.forward({ email: call.body.email, create_user: false }) };
  return sendMail(existing);
}
