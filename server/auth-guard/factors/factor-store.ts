import type { DatabaseConnection } from "../../database/connect.ts";
import { query } from "../../database/query.ts";

/** A factor as Supabase Auth shows it to its owner. The secret is not part of it. */
export type Factor = {
  id: string;
  friendly_name?: string;
  factor_type: string;
  status: "unverified" | "verified";
  created_at: string;
  updated_at: string;
  last_challenged_at?: string;
};

/** The `factors` part of a user object. As in Supabase Auth, it is absent for users without factors. */
export const FACTORS_OF = (user: string) => `(
  select json_agg(json_strip_nulls(json_build_object(
    'id', factor.id, 'friendly_name', factor.friendly_name, 'factor_type', factor.factor_type, 'status', factor.status,
    'created_at', factor.created_at, 'updated_at', factor.updated_at, 'last_challenged_at', factor.last_challenged_at
  )) order by factor.created_at, factor.id)
  from auth.mfa_factors as factor where factor.user_id = ${user}
)`;

export async function factorsOf(connection: DatabaseConnection, userId: string): Promise<Factor[] | null> {
  const [row] = await query<{ factors: Factor[] | null }>(connection, `select ${FACTORS_OF("$1::uuid")} as factors`, [
    userId,
  ]);
  return row?.factors ?? null;
}

export async function hasVerifiedFactor(connection: DatabaseConnection, userId: string): Promise<boolean> {
  const text = "select 1 from auth.mfa_factors where user_id = $1::uuid and status = 'verified' limit 1";
  return (await query(connection, text, [userId])).length > 0;
}

export type StoredFactor = { id: string; status: Factor["status"]; secret: string };

/** A user's own factor. Undefined if the id does not exist or belongs to another user. */
export async function findFactor(
  connection: DatabaseConnection,
  userId: string,
  factorId: string,
): Promise<StoredFactor | undefined> {
  if (!isId(factorId)) return undefined;
  const text = `select id, status, secret from auth.mfa_factors
    where id = $1::uuid and user_id = $2::uuid and factor_type = 'totp' and secret is not null`;
  const [factor] = await query<StoredFactor>(connection, text, [factorId, userId]);
  return factor;
}

/** Makes setups and codes of this account wait for each other until the end of the transaction. */
export async function lockAccount(connection: DatabaseConnection, userId: string): Promise<void> {
  await query(connection, "select 1 from auth.users where id = $1::uuid for update", [userId]);
}

export function isId(text: unknown): text is string {
  return typeof text === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
