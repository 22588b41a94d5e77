import { createHash, randomInt } from "node:crypto";
import { query } from "../database/query.ts";
import { type AuthRequest, accountOf } from "./auth-context.ts";
import { sendMail } from "./send-mail.ts";

/**
 * Sends another confirmation email. The library refuses every second one, so an account whose first link expired could
 * never be confirmed. Here a new link replaces the old one, within the limits for emails to one address.
 */
export function resend(call: AuthRequest): Promise<Response> {
  const replaced = { ...call, forward: () => resendConfirmation(call) };
  return sendMail(replaced);
}

async function resendConfirmation(call: AuthRequest): Promise<Response> {
  const { deps, body } = call;
  if (body.type === "email_change") {
    // Only the signed-in owner may request this. No one else may revive a change that the owner forgot.
    if ((await emailOfCaller(call)) !== accountOf(body)) return Response.json({});
    // The library sends the next email only if the time of the first one is unset.
    await query(deps.connection, "update auth.users set email_change_sent_at = null where lower(email) = $1", [
      accountOf(body),
    ]);
    return call.forward();
  }
  if (body.type !== "signup" || !accountOf(body)) return call.forward();
  const code = String(randomInt(10 ** 7, 10 ** 8));
  const token = createHash("sha256")
    .update(`${accountOf(body)}${code}`)
    .digest("hex");
  const accounts = await query<{ id: string; email: string }>(
    deps.connection,
    `update auth.users set confirmation_token = $2, confirmation_sent_at = now()
     where lower(email) = $1 and email_confirmed_at is null returning id, email`,
    [accountOf(body), token],
  );
  for (const { id, email } of accounts) await deps.mailer.sendConfirmation(email, token, code, { userId: id });
  return Response.json({});
}

async function emailOfCaller({ deps, request }: AuthRequest): Promise<string | undefined> {
  const headers = new Headers();
  for (const name of ["authorization", "apikey"]) headers.set(name, request.headers.get(name) ?? "");
  const answer = await deps.forward(new Request(new URL("/auth/v1/user", request.url), { headers }));
  return answer.ok ? ((await answer.json()) as { email?: string }).email?.toLowerCase() : undefined;
}
