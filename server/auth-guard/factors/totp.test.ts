import { check, constantFrom, integer, property, string } from "fast-check";
import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { decryptSecret, encryptSecret } from "./secret-box.ts";
import { newEnrollment, stepOfCode } from "./totp.ts";

const STEP = 30_000;
const codeAt = (secret: string, timestamp: number) =>
  new TOTP({ algorithm: "SHA1", digits: 6, period: 30, secret: Secret.fromBase32(secret) }).generate({ timestamp });
const moment = integer({ min: 0, max: 2 ** 42 });
const holds = (result: { failed: boolean; counterexample: unknown }) =>
  expect(result.counterexample, JSON.stringify(result.counterexample)).toBe(null);

describe("A code", () => {
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

  test("is valid in its own step and the two next to it, and nowhere else", () =>
    holds(
      check(
        property(moment, integer({ min: -3000, max: 3000 }), (now, offset) => {
          const made = now + offset * 100;
          if (made < 0) return true;
          const away = Math.floor(made / STEP) - Math.floor(now / STEP);
          const step = stepOfCode(secret, codeAt(secret, made), now);
          if (Math.abs(away) <= 1) return step !== undefined && Math.abs(step - Math.floor(now / STEP)) <= 1;
          // In one of about 330,000 cases, another step within reach has the same code.
          return step === undefined || codeAt(secret, step * STEP) === codeAt(secret, made);
        }),
        { numRuns: 5000 },
      ),
    ));

  test("is not valid from yesterday, from a clock 90 s off or from another secret", () => {
    const now = 1_800_000_000_000;
    for (const away of [-86_400_000, -90_000, 90_000, 86_400_000])
      expect(stepOfCode(secret, codeAt(secret, now + away), now)).toBeUndefined();
    expect(stepOfCode("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", codeAt(secret, now), now)).toBeUndefined();
  });

  test("is six digits with nothing around them", () => {
    const now = 1_800_000_000_000;
    const right = codeAt(secret, now);
    const spelled = constantFrom(` ${right}`, `${right}\n`, `+${right}`, `0${right}`, right.slice(1), "", "١٢٣٤٥٦");
    holds(check(property(spelled, (text) => stepOfCode(secret, text, now) === undefined)));
    holds(
      check(
        property(string({ maxLength: 12 }), (text) => text === right || stepOfCode(secret, text, now) === undefined),
      ),
    );
  });

  test("matches the examples in RFC 6238", () => {
    const rfc = Secret.fromLatin1("12345678901234567890").base32;
    for (const [seconds, code] of [
      [59, "287082"],
      [1111111109, "081804"],
      [20000000000, "353130"],
    ] as const)
      expect(stepOfCode(rfc, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });
});

describe("A setup", () => {
  test("puts any issuer and account name into the URI and its QR code", () =>
    holds(
      check(
        property(string({ unit: "grapheme", maxLength: 100 }), (issuer) => {
          const { secret, uri, qr_code } = newEnrollment(issuer, "ann+test@example.com");
          const url = new URL(uri);
          return (
            url.protocol === "otpauth:" &&
            url.searchParams.get("secret") === secret &&
            /^[A-Z2-7]{32}$/.test(secret) &&
            /^<svg [^#%]*<\/svg>$/s.test(qr_code)
          );
        }),
        { numRuns: 30 },
      ),
    ));
});

describe("A stored secret", () => {
  const key = "a-signing-secret-for-tests-only-0123456789";

  test("decrypts only with its own key and for its own factor", () =>
    holds(
      check(
        property(string(), string(), string(), (secret, factor, other) => {
          const stored = encryptSecret(key, factor, secret);
          return (
            decryptSecret(key, factor, stored) === secret &&
            decryptSecret(`${key}x`, factor, stored) === undefined &&
            (other === factor || decryptSecret(key, other, stored) === undefined)
          );
        }),
      ),
    ));

  test("is not readable, and does not decrypt after a change or a cut", () => {
    const stored = encryptSecret(key, "factor", "JBSWY3DPEHPK3PXP");
    expect(stored).not.toContain("JBSWY3DPEHPK3PXP");
    for (let at = 0; at < stored.length; at++) {
      expect(decryptSecret(key, "factor", stored.slice(0, at))).toBeUndefined();
      const changed = `${stored.slice(0, at)}${stored[at] === "A" ? "Q" : "A"}${stored.slice(at + 1)}`;
      expect(decryptSecret(key, "factor", changed)).toBeUndefined();
    }
  });
});
