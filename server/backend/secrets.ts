import { randomBytes } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateApiKey } from "@supabase/lite";
import { type Environment, StartError } from "../environment/environment.ts";

export type Secrets = { jwtSecret: string; publishableKey: string; secretKey: string; hashSalt: string };

const KNOWN_SECRETS = ["super-secret-jwt-token-with-at-least-32-characters-long"];

/**
 * The keys of the embedded backend. They come from the environment, or are generated once into DATA_DIR/secrets.json
 * (mode 0600). Refuses a signing secret that is publicly known or shorter than 32 bytes.
 */
export async function loadSecrets(env: Environment): Promise<Secrets> {
  const stored = readSecrets(env.dataDir) ?? (await createSecrets(env.dataDir));
  const secrets: Secrets = {
    jwtSecret: env.JWT_SECRET ?? stored.jwtSecret,
    publishableKey: env.PUBLISHABLE_KEY ?? stored.publishableKey,
    secretKey: env.SECRET_KEY ?? stored.secretKey,
    hashSalt: stored.hashSalt,
  };
  if (Buffer.byteLength(secrets.jwtSecret) < 32 || KNOWN_SECRETS.includes(secrets.jwtSecret))
    throw new StartError(
      "JWT_SECRET is too short or publicly known: remove it to generate one, or set 32 random bytes",
    );
  return secrets;
}

function secretsPath(dataDir: string): string {
  return join(dataDir, "secrets.json");
}

function readSecrets(dataDir: string): Secrets | undefined {
  try {
    return JSON.parse(readFileSync(secretsPath(dataDir), "utf8")) as Secrets;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new StartError(
      `${secretsPath(dataDir)} can't be read: restore it from a backup, or remove it (everyone has to sign in again)`,
    );
  }
}

async function createSecrets(dataDir: string): Promise<Secrets> {
  const secrets: Secrets = {
    jwtSecret: randomBytes(48).toString("base64url"),
    publishableKey: (await generateApiKey("publishable")).key,
    secretKey: (await generateApiKey("secret")).key,
    hashSalt: randomBytes(32).toString("base64url"),
  };
  // The file is renamed into place, so that a start that is killed halfway never leaves half a file.
  const draft = `${secretsPath(dataDir)}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, secretsPath(dataDir));
  return secrets;
}
