import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const VERSION = "v1";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Derives the key for stored secrets from the signing secret. The key has no other use. */
function keyFrom(jwtSecret: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", jwtSecret, "", "upfunnel second factors", 32));
}

/** Encrypts a factor's secret, so that a copy of the database alone yields no codes. */
export function encryptSecret(jwtSecret: string, factorId: string, secret: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyFrom(jwtSecret), nonce).setAAD(Buffer.from(factorId));
  const sealed = Buffer.concat([nonce, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `${VERSION}.${sealed.toString("base64url")}`;
}

/** Decrypts a secret. Undefined if it was encrypted with another key or for another factor. */
export function decryptSecret(jwtSecret: string, factorId: string, stored: string): string | undefined {
  const [version, text = ""] = stored.split(".");
  const sealed = Buffer.from(text, "base64url");
  if (version !== VERSION || sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv("aes-256-gcm", keyFrom(jwtSecret), sealed.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(factorId))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString();
  } catch {
    return undefined;
  }
}
