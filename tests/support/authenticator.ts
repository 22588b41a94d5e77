import type { SupabaseClient } from "@supabase/supabase-js";
import { Secret, TOTP } from "otpauth";

/** The code that an authenticator app shows, whose clock is so many seconds ahead. */
export function codeOf(secret: string, secondsAhead = 0, now = Date.now()): string {
  const totp = new TOTP({ algorithm: "SHA1", digits: 6, period: 30, secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: now + secondsAhead * 1000 });
}

/** Sets up an authenticator app for whoever is signed in, with the code of now. */
export async function setUpFactor(client: SupabaseClient, friendlyName = "Phone") {
  const { data, error } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName });
  if (error) throw error;
  const { id, totp } = data;
  const verified = await client.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(totp.secret) });
  if (verified.error) throw verified.error;
  return { id, secret: totp.secret };
}
