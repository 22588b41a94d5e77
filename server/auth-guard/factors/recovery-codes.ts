import type { DatabaseConnection } from "../../database/connect.ts";
import { query } from "../../database/query.ts";

/** A recovery code has 12 letters and digits, with or without dashes and spaces. An app's code has six digits. */
export function isRecoveryCode(typed: string): boolean {
  return typed.length <= 32 && typed.replaceAll(/[\s-]/g, "").length === 12;
}

/** Uses up one of the account's recovery codes (supabase/schemas/identity/recovery-codes.sql). False if it is wrong. */
export async function spendRecoveryCode(
  connection: DatabaseConnection,
  userId: string,
  code: string,
): Promise<boolean> {
  const text = "select private.use_recovery_code($1::uuid, $2) as used";
  const [row] = await query<{ used: boolean }>(connection, text, [userId, code]);
  return row?.used ?? false;
}
