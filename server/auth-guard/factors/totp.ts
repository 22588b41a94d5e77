import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";

const PERIOD_SECONDS = 30;
/** A clock may be one step off in either direction. */
const DRIFT_STEPS = 1;
const SECRET_BYTES = 20;

/** RFC 6238 with the settings that every authenticator app supports: SHA-1, six digits, thirty seconds. */
const SETTINGS = { algorithm: "SHA1", digits: 6, period: PERIOD_SECONDS } as const;

/** The values that a user needs to set up an authenticator app. */
export type Enrollment = { secret: string; uri: string; qr_code: string };

export function newEnrollment(issuer: string, account: string): Enrollment {
  const secret = new Secret({ size: SECRET_BYTES });
  const uri = new TOTP({ ...SETTINGS, issuer, label: account, secret }).toString();
  return { secret: secret.base32, uri, qr_code: renderSVG(uri, { ecc: "M", border: 4, pixelSize: 4 }) };
}

/** The time step of a code, at most one step away from now. Undefined if the code matches none. */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const totp = new TOTP({ ...SETTINGS, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now, window: DRIFT_STEPS });
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
}
