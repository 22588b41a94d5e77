import { type AuthRequest, accountOf } from "./auth-context.ts";
import { perAccount, perAddress } from "./auth-limits.ts";

/** Recovery, a new confirmation, a sign-in code: each sends one e-mail, and tells nobody whether the account exists. */
export async function sendMail(call: AuthRequest): Promise<Response> {
  await call.count(`mail:${call.address}`, perAddress.mail);
  await call.count(`mail:${accountOf(call.body)}`, perAccount.mail);
  const response = await call.deps.atomic(
    () => call.forward(),
    (answer) => answer.ok,
  );
  return response.ok || response.status === 400 ? response : Response.json({}, { headers: response.headers });
}

/** A code for an existing account. Left alone, the library would create a confirmed account for any address. */
export async function sendCode(call: AuthRequest): Promise<Response> {
  const existing = { ...call, forward: () => call.forward({ email: call.body.email, create_user: false }) };
  const response = await sendMail(existing);
  return response.ok || response.status === 400 ? response : Response.json({});
}

/** Trades a code or link for a session. Eight digits and ten tries in ten minutes leave nothing to guess. */
export async function verify(call: AuthRequest): Promise<Response> {
  await call.count(`verify:${call.address}`, perAddress.verify);
  const account = accountOf(call.body);
  if (account) await call.count(`verify:${account}`, perAccount.verify);
  return call.forward();
}
