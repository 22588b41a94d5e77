import type { SupabaseClient } from "@supabase/supabase-js";
import { Secret, TOTP } from "otpauth";

/** The code of an authenticator app whose clock is this many seconds ahead. */
export function codeOf(secret: string, secondsAhead = 0, now = Date.now()): string {
  const totp = new TOTP({ algorithm: "SHA1", digits: 6, period: 30, secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: now + secondsAhead * 1000 });
}

/** Sets up an authenticator app for the signed-in person with the current code. */
export async function setUpFactor(client: SupabaseClient, friendlyName = "Phone") {
  const { data, error } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName });
  if (error) throw error;
  const { id, totp } = data;
  const verified = await client.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(totp.secret) });
  if (verified.error) throw verified.error;
  return { id, secret: totp.secret };
}
