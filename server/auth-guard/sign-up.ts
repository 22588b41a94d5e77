import { isCommonPassword } from "../../domain/common-passwords.ts";
import { networkOf } from "../../supabase/functions/_shared/client-address.ts";
import { authError } from "../backend/protocol-errors.ts";
import { query } from "../database/query.ts";
import { type AuthRequest, accountOf, withBody } from "./auth-context.ts";
import { perAccount, perAddress } from "./auth-limits.ts";
import { finishSession } from "./finish-session.ts";
import { lockSignUps, markContested, type Replacement, replaceUnconfirmed, withdrawSignUp } from "./replace-sign-up.ts";

const MAX_NAME_LENGTH = 100;

/**
 * Sign-up (spec §7). It refuses fields that our forms never send, the most common passwords, and accounts that exist
 * (spec §8: 'User already registered'). It replaces an unconfirmed account. The account, its rows and its confirmation
 * email are created together or not at all. A sign-up that corrects a mistyped address (`data.replaces`) also deletes
 * the unconfirmed account there. One with an invitation is confirmed at once, and its answer is a session.
 */
export async function signUp(given: AuthRequest): Promise<Response> {
  const { deps, address } = given;
  await given.count(`sign-up:${address}`, perAddress.signUp);
  if (!deps.canSendMail)
    return authError(
      503,
      "email_provider_disabled",
      "Sign-up is closed because this server can't send confirmation emails yet.",
    );
  const complaint = checkMetadata(given.body.data);
  if (complaint) return authError(422, "validation_failed", complaint);
  const { call, mistyped } = await takeCorrection(given);
  const { body } = call;
  if (isTooLong(body.password)) return tooLong();
  if (typeof body.password === "string" && isCommonPassword(body.password)) return weakPassword();
  await countMail(call);
  let earlier: Replacement = "none";
  const response = await deps.atomic(
    async () => {
      await lockSignUps(call, [accountOf(body), ...(mistyped ? [mistyped] : [])]);
      if (mistyped) await withdrawSignUp(call, mistyped);
      earlier = await replaceUnconfirmed(call);
      const answer = await call.forward();
      if (answer.ok && earlier === "contested") await markContested(call);
      return answer.ok && (await isConfirmed(answer)) ? openSession(call) : answer;
    },
    // For a repeated sign-up, the first one stays. This one gets the same answer and is rolled back.
    (answer) => answer.ok && earlier !== "repeated",
  );
  if (response.ok || response.status === 400 || response.status === 422) return response;
  // The library answers 429 for a known email, and two parallel sign-ups end in a unique violation.
  if (await accountExists(call)) return userExists();
  if (await hasEndedInvitation(call))
    return authError(422, "invitation_ended", "This invitation was revoked or has expired. Ask for a new one.");
  return authError(500, "unexpected_failure", "Couldn't create the account. Please try again.");
}

/**
 * Splits off the mistyped address that this sign-up corrects. Whoever sends one tries a password at that address, so it
 * counts as a sign-in there.
 */
async function takeCorrection(given: AuthRequest): Promise<{ call: AuthRequest; mistyped?: string }> {
  const { replaces, ...data } = (given.body.data ?? {}) as Record<string, unknown>;
  if (typeof replaces !== "string") return { call: given };
  const body = { ...given.body, data };
  const call = { ...given, body, forward: (other?: Record<string, unknown>) => given.forward(other ?? body) };
  const mistyped = accountOf({ email: replaces });
  if (mistyped === accountOf(body)) return { call };
  await call.count(`sign-in:account:${mistyped}:${networkOf(call.address)}`, perAccount.signIn);
  await call.count(`sign-in:account:${mistyped}`, perAccount.signInFromAnywhere);
  return { call, mistyped };
}

/** Whether the database confirmed the address, because an invitation was sent to it. */
async function isConfirmed(answer: Response): Promise<boolean> {
  const user = (await answer.clone().json()) as { email_confirmed_at?: string | null };
  return Boolean(user.email_confirmed_at);
}

/** Signs in the new account, as Supabase Auth does with a confirmed sign-up. */
async function openSession(call: AuthRequest): Promise<Response> {
  const { deps, request, body } = call;
  const url = new URL("/auth/v1/token?grant_type=password", request.url);
  const signIn = withBody(new Request(url, request), { email: body.email, password: body.password });
  return finishSession(call, await deps.forward(signIn), "password");
}

function userExists(): Response {
  return authError(422, "user_already_exists", "User already registered");
}

/** Every sign-up sends an email, so it counts toward the limit for that address. */
async function countMail({ body, address, count }: AuthRequest): Promise<void> {
  const account = accountOf(body);
  await count(`mail:account:${account}:${networkOf(address)}`, perAccount.mail);
  await count(`mail:account:${account}`, perAccount.mailFromAnywhere);
}

/** The server-side rule of spec §5: a weak password is rejected with reasons. */
export function weakPassword(): Response {
  return authError(422, "weak_password", "This password is too common. Choose another.", {
    weak_password: { reasons: ["common"] },
  });
}

/** bcrypt reads 72 bytes and ignores the rest. */
export function isTooLong(password: unknown): boolean {
  return typeof password === "string" && Buffer.byteLength(password) > 72;
}

export function tooLong(): Response {
  return authError(422, "validation_failed", "Password cannot be longer than 72 characters");
}

function checkMetadata(data: unknown): string | undefined {
  if (data === undefined || data === null) return undefined;
  if (typeof data !== "object" || Array.isArray(data)) return "data must be an object";
  const { first_name, last_name, account_type, replaces } = data as Record<string, unknown>;
  if (replaces !== undefined && (typeof replaces !== "string" || replaces.length > 320))
    return "replaces must be an email address";
  for (const name of [first_name, last_name])
    if (name !== undefined && name !== null && (typeof name !== "string" || name.length > MAX_NAME_LENGTH))
      return `Names must be text of at most ${MAX_NAME_LENGTH} characters`;
  if (account_type !== undefined && account_type !== "sales" && account_type !== "client")
    return "Please select an account type: sales or client";
  return undefined;
}

/** Whether the sign-up names an invitation that isn't open for its address. The database refuses it, and the library says only 500. */
async function hasEndedInvitation({ deps, body }: AuthRequest): Promise<boolean> {
  const rows = await query(
    deps.connection,
    `select 1 from (select $1::text::jsonb ->> 'invitation_token' as token) as sent
     where sent.token is not null and (private.open_invitation(sent.token, $2)).id is null`,
    [JSON.stringify(body.data ?? {}), accountOf(body)],
  );
  return rows.length > 0;
}

async function accountExists({ deps, body }: AuthRequest): Promise<boolean> {
  const rows = await query(deps.connection, "select 1 from auth.users where lower(email) = $1", [accountOf(body)]);
  return rows.length > 0;
}
