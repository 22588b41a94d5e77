import bcrypt from "bcrypt";
import { query } from "../database/query.ts";
import { type AuthRequest, accountOf } from "./auth-context.ts";
import { DUMMY_HASH } from "./dummy-hash.ts";

type EarlierSignUp = {
  encrypted_password: string | null;
  metadata: Record<string, unknown>;
  is_contested: boolean;
};
/**
 * How an earlier unconfirmed sign-up affects this one. 'contested': two passwords were chosen for this mailbox, and the
 * email's link cannot prove which one is the owner's.
 */
export type Replacement = "none" | "replaced" | "contested" | "repeated";

/** Sign-ups with the same address run one after the other. */
export async function lockSignUps({ deps }: AuthRequest, accounts: readonly string[]): Promise<void> {
  // Always in the same order, so that two of them never wait for each other.
  for (const account of [...accounts].sort())
    await query(deps.connection, "select pg_advisory_xact_lock(hashtextextended($1, 0))", [`sign-up:${account}`]);
}

/**
 * Deletes the unconfirmed sign-up at a mistyped address, in the transaction of the sign-up that corrects it. Only the
 * password of that sign-up allows this. The work and the answer are the same if there is no such sign-up.
 */
export async function withdrawSignUp({ deps, body }: AuthRequest, mistyped: string): Promise<void> {
  const [earlier] = await query<{ encrypted_password: string | null }>(
    deps.connection,
    "select encrypted_password from auth.users where lower(email) = $1 and email_confirmed_at is null",
    [mistyped],
  );
  const isTheirs = await bcrypt.compare(String(body.password ?? ""), earlier?.encrypted_password || DUMMY_HASH);
  if (earlier && isTheirs) await query(deps.connection, "select private.remove_unconfirmed_account($1)", [mistyped]);
}

/**
 * Deletes an earlier unconfirmed sign-up with the same address, in the new sign-up's transaction. The earlier person
 * need not own the mailbox, so the newest sign-up wins.
 */
export async function replaceUnconfirmed(call: AuthRequest): Promise<Replacement> {
  const { connection } = call.deps;
  const account = accountOf(call.body);
  const [earlier] = await query<EarlierSignUp>(
    connection,
    `select encrypted_password, coalesce(raw_user_meta_data, '{}') as metadata,
       exists (select from private.email_links as link where link.user_id = account.id and link.contested) as is_contested
     from auth.users as account where lower(email) = $1 and email_confirmed_at is null`,
    [account],
  );
  if (!earlier) return "none";
  const metadata = (call.body.data ?? {}) as Record<string, unknown>;
  const samePassword = await hasSamePassword(call, earlier);
  const repeated = samePassword && (await isRepeated(call, earlier, metadata));
  await query(connection, "select private.remove_unconfirmed_account($1)", [account]);
  if (repeated) return "repeated";
  // An invitation proves the mailbox, so its password belongs to the owner.
  return (samePassword && !earlier.is_contested) || metadata.invitation_token ? "replaced" : "contested";
}

/** Makes the link of a contested sign-up discard the password. The person who opens the email chooses a new one. */
export async function markContested({ deps, body }: Pick<AuthRequest, "deps" | "body">): Promise<void> {
  await query(deps.connection, "update private.email_links set contested = true where email = $1 and kind = 'signup'", [
    accountOf(body),
  ]);
}

async function hasSamePassword({ body }: AuthRequest, earlier: EarlierSignUp): Promise<boolean> {
  if (typeof body.password !== "string" || !earlier.encrypted_password) return false;
  return bcrypt.compare(body.password, earlier.encrypted_password);
}

/** Whether the same form was sent twice. The first email stays valid, and no second one is sent. */
async function isRepeated(
  call: AuthRequest,
  earlier: EarlierSignUp,
  metadata: Record<string, unknown>,
): Promise<boolean> {
  const same = Object.entries(metadata).every(
    ([name, value]) => JSON.stringify(earlier.metadata[name] ?? null) === JSON.stringify(value ?? null),
  );
  return same && (await hasOpenLink(call));
}

async function hasOpenLink({ deps, body }: AuthRequest): Promise<boolean> {
  const rows = await query(
    deps.connection,
    "select 1 from private.email_links where email = $1 and kind = 'signup' and used_at is null and created_at > now() - interval '1 minute'",
    [accountOf(body)],
  );
  return rows.length > 0;
}
