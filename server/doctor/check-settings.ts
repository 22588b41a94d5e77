import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { formatSpace, freeSpace, spaceState } from "../disk/free-space.ts";
import type { Environment } from "../environment/environment.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

const DAY_MS = 86_400_000;
const MAX_BACKUP_DAYS = 7;
/** Where `npm run backup` notes its last run. */
export const BACKUP_NOTE = "last-backup.json";

/** The settings that a start accepts, but that a person may not have meant. */
export function checkSettings(env: Environment): Finding[] {
  const mode = env.SUPABASE_URL ? "a hosted project" : env.DATABASE_URL ? "PostgreSQL" : "the embedded database";
  const findings = [ok("Settings", `valid; ${mode}, ${env.production ? "production" : "not production"}`)];
  if (env.production && !env.SITE_URL)
    findings.push(
      warning("Settings", "SITE_URL isn't set, so links in emails name this machine. Set the public address"),
    );
  if (env.production && env.siteUrl.startsWith("http:"))
    findings.push(
      warning("Settings", `SITE_URL ${env.siteUrl} isn't encrypted. Put a TLS proxy in front and use https`),
    );
  if (env.production && env.loopback && env.TRUST_PROXY.length === 0)
    findings.push(
      warning(
        "Settings",
        "TRUST_PROXY isn't set, so all visitors of a proxy share one rate limit. Name the proxy's address",
      ),
    );
  if (env.RATE_LIMIT_SCALE === 0 && env.production)
    findings.push(warning("Settings", "RATE_LIMIT_SCALE=0 turns all rate limits off. Remove it"));
  if (env.production && !env.DATABASE_URL && !env.SUPABASE_URL)
    findings.push(warning("Settings", "the embedded database can lose data in a power failure. Set DATABASE_URL"));
  return findings;
}

/** Whether every secret is there, private and strong. A hosted project has its own. */
export function checkSecrets(env: Environment): Finding[] {
  if (env.SUPABASE_URL) return [ok("Secrets", "the project's keys are set")];
  const path = join(env.dataDir, "secrets.json");
  if (!existsSync(path)) return [ok("Secrets", `none yet: the first start generates them into ${path}`)];
  const mode = statSync(path).mode & 0o777;
  const findings: Finding[] = [];
  if (mode & 0o077)
    findings.push(problem("Secrets", `others can read ${path} (mode ${mode.toString(8)}). Run: chmod 600 ${path}`));
  let stored: Record<string, unknown> = {};
  try {
    stored = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return [...findings, problem("Secrets", `${path} can't be read. Restore it from a backup`)];
  }
  const all = {
    jwtSecret: env.JWT_SECRET,
    publishableKey: env.PUBLISHABLE_KEY,
    secretKey: env.SECRET_KEY,
    hashSalt: undefined,
  };
  for (const [name, given] of Object.entries(all)) {
    const value = String(given ?? stored[name] ?? "");
    if (value.length < 32 || new Set(value).size < 10)
      findings.push(
        problem(
          "Secrets",
          `${name} is missing or weak. Set 32 random characters, or remove ${path} (everyone signs in again)`,
        ),
      );
  }
  return findings.length > 0 ? findings : [ok("Secrets", "present, private and strong")];
}

export function checkDisk(env: Environment): Finding[] {
  if (!existsSync(env.dataDir)) return [ok("Disk", `${env.dataDir} doesn't exist yet: the first start creates it`)];
  const free = freeSpace(env.dataDir);
  const text = `${formatSpace(free)} free in ${env.dataDir}`;
  const state = spaceState(free);
  if (state === "full") return [problem("Disk", `${text}. The database is read-only below 64 MB. Free some space`)];
  return [state === "low" ? warning("Disk", `${text}. Free some space before it is 64 MB`) : ok("Disk", text)];
}

export function checkBackups(env: Environment, now = Date.now()): Finding[] {
  if (env.SUPABASE_URL) return [ok("Backups", "the hosted project makes its own. See its settings")];
  try {
    const { at, file } = JSON.parse(readFileSync(join(env.dataDir, BACKUP_NOTE), "utf8")) as {
      at: string;
      file: string;
    };
    const days = Math.floor((now - Date.parse(at)) / DAY_MS);
    const text = `the last one is ${days === 0 ? "from today" : `${days} days old`} (${file})`;
    return [days > MAX_BACKUP_DAYS ? warning("Backups", `${text}. Run: npm run backup -- FILE`) : ok("Backups", text)];
  } catch {
    return [
      warning(
        "Backups",
        "none is known. Run: npm run backup -- FILE, or make sure that another tool saves the database",
      ),
    ];
  }
}
