import { existsSync } from "node:fs";
import { join } from "node:path";
import { lockDataDirectory } from "../backend/data-directory.ts";
import { hasEmbeddedDatabase } from "../backend/open-database.ts";
import { openHosted } from "../backend/open-hosted.ts";
import { loadSecrets } from "../backend/secrets.ts";
import { type DatabaseLocation, openConnection } from "../database/connect.ts";
import { migrateDatabase } from "../database/migrate.ts";
import { query } from "../database/query.ts";
import { type Environment, isLoopbackHost, readEnvironment, StartError } from "../environment/environment.ts";
import { type DatabaseReport, examineDatabase } from "./check-database.ts";
import { checkDomains, checkMail, checkPayments } from "./check-services.ts";
import { checkBackups, checkDisk, checkSecrets, checkSettings } from "./check-settings.ts";
import { type Finding, ok, problem, reasonOf, warning } from "./finding.ts";
import { readRights } from "./rights.ts";

const MAX_CLOCK_JUMP_MS = 500;
const MAX_RIGHTS_SHOWN = 5;

/** Looks at everything that a deployment needs. Changes nothing, and sends an email only if `recipient` is given. */
export async function examine(source: Record<string, string | undefined>, recipient?: string): Promise<Finding[]> {
  let env: Environment;
  try {
    env = readEnvironment(source);
  } catch (error) {
    return [problem("Settings", reasonOf(error))];
  }
  const offset = () => Date.now() - performance.now();
  const clock = offset();
  const findings = [...checkSettings(env), ...checkSecrets(env), ...checkDisk(env), ...checkBackups(env)];
  findings.push(...(env.SUPABASE_URL ? await examineProject(env) : await examineOwnDatabase(env)));
  findings.push(...(await checkMail(env, recipient)), ...(await checkPayments(env)));
  const jump = Math.abs(offset() - clock);
  if (jump > MAX_CLOCK_JUMP_MS)
    findings.push(
      warning("Clock", `it jumped by ${(jump / 1000).toFixed(1)} s during this check. Use a time service that slews`),
    );
  return findings;
}

/** A hosted project answers only through its API, so its own tools check the rest. */
async function examineProject(env: Environment): Promise<Finding[]> {
  try {
    const project = await openHosted(env);
    const { data, error } = await project.service
      .from("landing_domains")
      .select("domain, token")
      .in("state", ["verified", "live"])
      .limit(100);
    await project.close();
    if (error) return [problem("Database", `the project refuses (${error.message})`)];
    return [
      ok("Database", "the project is reachable and has this version's schema"),
      ok("Rights", "not checked from here: run `supabase db lint` and look at the project's advisors"),
      ...(await checkDomains(env, data)),
    ];
  } catch (error) {
    return [problem("Database", reasonOf(error))];
  }
}

async function examineOwnDatabase(env: Environment): Promise<Finding[]> {
  try {
    const report = env.DATABASE_URL
      ? await examineAt({ url: env.DATABASE_URL, maxConnections: 1 })
      : await examineEmbedded(env);
    if (!report) return [ok("Database", "none yet: the first start creates it")];
    const { findings, rights, domains } = report;
    return [
      ...findings,
      ...(rights.length > 0 ? await compareRights(rights) : []),
      ...(await checkDomains(env, domains)),
    ];
  } catch (error) {
    const address = env.DATABASE_URL ? "DATABASE_URL can't be used" : "the database can't be opened";
    return [problem("Database", error instanceof StartError ? error.message : `${address} (${reasonOf(error)})`)];
  }
}

async function examineAt(location: DatabaseLocation): Promise<DatabaseReport> {
  const connection = await openConnection(location);
  try {
    return await examineDatabase((text, parameters) => query(connection, text, parameters));
  } finally {
    await connection.close();
  }
}

/** A running host has the lock of the embedded database, so the host itself answers. */
async function examineEmbedded(env: Environment): Promise<DatabaseReport | undefined> {
  if (!hasEmbeddedDatabase(env.dataDir)) return undefined;
  const running = existsSync(join(env.dataDir, "lock.json")) ? await askHost(env) : undefined;
  if (running) return running;
  const unlock = await lockDataDirectory(env.dataDir);
  try {
    return await examineAt({ directory: join(env.dataDir, "database") });
  } finally {
    unlock();
  }
}

async function askHost(env: Environment): Promise<DatabaseReport | undefined> {
  const { secretKey } = await loadSecrets(env);
  const address = isLoopbackHost(env.HOST) || /^(0\.0\.0\.0|::)$/.test(env.HOST) ? "127.0.0.1" : env.HOST;
  const answer = await fetch(`http://${address}:${env.PORT}/internal/report`, {
    headers: { Authorization: `Bearer ${secretKey}` },
    signal: AbortSignal.timeout(20_000),
  }).catch(() => undefined);
  return answer?.ok ? ((await answer.json()) as DatabaseReport) : undefined;
}

/** Compares who may do what with a new database that the migrations make in memory. */
async function compareRights(found: string[]): Promise<Finding[]> {
  const connection = await openConnection({ memory: true });
  try {
    await migrateDatabase(connection);
    const wanted = await readRights((text, parameters) => query(connection, text, parameters));
    const unexpected = found.filter((line) => !wanted.includes(line));
    const missing = wanted.filter((line) => !found.includes(line));
    const differences = [
      ...unexpected.map((line) => `unexpected: ${line}`),
      ...missing.map((line) => `missing: ${line}`),
    ];
    if (differences.length === 0)
      return [
        ok(
          "Rights",
          `every table has row-level security, and all ${wanted.length} rights are as the migrations make them`,
        ),
      ];
    const rest = differences.length > MAX_RIGHTS_SHOWN ? `; and ${differences.length - MAX_RIGHTS_SHOWN} more` : "";
    return [
      problem(
        "Rights",
        `${differences.slice(0, MAX_RIGHTS_SHOWN).join("; ")}${rest}. Someone changed the database by hand: undo it, or write a migration`,
      ),
    ];
  } finally {
    await connection.close();
  }
}
