import { type AppliedMigration, findHistoryProblem, readMigrationFiles } from "../database/migration-files.ts";
import type { ServedDomain } from "./check-services.ts";
import { type Finding, ok, problem, type RunQuery, warning } from "./finding.ts";
import { readRights } from "./rights.ts";

const OLDEST_VERSION = 150_000;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** All that needs the database. A running host answers with this, because it has the embedded database's lock. */
export type DatabaseReport = { findings: Finding[]; rights: string[]; domains: ServedDomain[] };

export async function examineDatabase(query: RunQuery): Promise<DatabaseReport> {
  const findings = [...(await checkVersion(query)), ...(await checkClock(query)), ...(await checkMigrations(query))];
  // The other statements need our tables.
  if (findings.some(({ topic, state }) => topic === "Migrations" && state === "problem"))
    return { findings, rights: [], domains: [] };
  findings.push(...(await checkOutbox(query)), ...(await checkInvoices(query)));
  const domains = await query<ServedDomain>(
    "select domain, token from public.landing_domains where state in ('verified', 'live') order by domain limit 100",
  );
  return { findings, rights: await readRights(query), domains };
}

async function checkVersion(query: RunQuery): Promise<Finding[]> {
  const [row] = await query<{ number: number; name: string; letters: boolean; ctype: string }>(
    `select current_setting('server_version_num')::integer as number, current_setting('server_version') as name,
       lower('É') = 'é' and 'é' ~ '[[:alpha:]]' as letters, datctype as ctype
     from pg_database where datname = current_database()`,
  );
  const text = `reachable, PostgreSQL ${row?.name}`;
  if ((row?.number ?? 0) < OLDEST_VERSION) return [problem("Database", `${text}. Version 15 or newer is needed`)];
  if (!row?.letters)
    return [
      problem(
        "Database",
        `${text}, but its locale ${row?.ctype} knows English letters only, so searches miss names such as Élodie. Create it with lc_ctype 'C.UTF-8' (docs/deployment.md)`,
      ),
    ];
  return [ok("Database", text)];
}

/** Compares the clocks of host and database, and looks for rows from the future, which a clock that was set back leaves. */
async function checkClock(query: RunQuery): Promise<Finding[]> {
  const before = Date.now();
  const [row] = await query<{ now: string }>("select clock_timestamp() as now");
  const difference = Date.parse(row?.now ?? "") - (before + Date.now()) / 2;
  const seconds = (Math.abs(difference) / SECOND_MS).toFixed(1);
  if (Math.abs(difference) > 5 * SECOND_MS)
    return [problem("Clock", `host and database are ${seconds} s apart. Turn on time synchronization on both`)];
  if (Math.abs(difference) > SECOND_MS) return [warning("Clock", `host and database are ${seconds} s apart`)];
  const [exists] = await query<{ found: boolean }>("select to_regclass('private.outbox') is not null as found");
  if (exists?.found) {
    const [newest] = await query<{ at: string | null }>("select max(created_at) as at from private.outbox");
    const ahead = newest?.at ? Date.parse(newest.at) - Date.now() : 0;
    if (ahead > MINUTE_MS)
      return [
        warning(
          "Clock",
          `the newest email is ${Math.round(ahead / MINUTE_MS)} min in the future: the clock was set back, or was wrong before`,
        ),
      ];
  }
  return [ok("Clock", `host and database agree (${seconds} s apart)`)];
}

async function checkMigrations(query: RunQuery): Promise<Finding[]> {
  const exists = async (table: string) =>
    (await query<{ found: boolean }>("select to_regclass($1) is not null as found", [table]))[0]?.found;
  if (!(await exists("supabase_migrations.schema_migrations")))
    return [problem("Migrations", "the database is empty. The first start migrates it")];
  const checksums = await exists("supabase_migrations.checksums");
  const applied = await query<AppliedMigration>(
    `select version, ${checksums ? "checksum" : "null as checksum"} from supabase_migrations.schema_migrations
     ${checksums ? "left join supabase_migrations.checksums using (version)" : ""} order by version`,
  );
  const files = readMigrationFiles();
  const found = findHistoryProblem(applied, files);
  if (found) return [problem("Migrations", found)];
  const known = new Set(applied.map(({ version }) => version));
  const pending = files.filter(({ version }) => !known.has(version));
  if (pending.length > 0)
    return [
      problem(
        "Migrations",
        `${pending.length} aren't applied yet (first ${pending[0]?.filename}). The next start applies them`,
      ),
    ];
  const unchecked = applied.filter(({ checksum }) => !checksum).length;
  if (unchecked > 0)
    return [
      warning(
        "Migrations",
        `all ${applied.length} are applied, but ${unchecked} have no checksum. The next start adds them`,
      ),
    ];
  return [ok("Migrations", `all ${applied.length} are applied and unchanged`)];
}

async function checkOutbox(query: RunQuery): Promise<Finding[]> {
  const [row] = await query<{ due: number; seconds: number; failed: number }>(
    `select count(*) filter (where status in ('queued', 'running') and run_at <= now())::integer as due,
       coalesce(extract(epoch from now() - min(run_at) filter (where status in ('queued', 'running') and run_at <= now())), 0)::integer as seconds,
       count(*) filter (where status = 'failed' and created_at > now() - interval '1 day')::integer as failed
     from private.outbox where status <> 'done'`,
  );
  const { due = 0, seconds = 0, failed = 0 } = row ?? {};
  const minutes = Math.floor(seconds / 60);
  const findings: Finding[] = [];
  if (minutes >= 60)
    findings.push(
      problem(
        "Outbox",
        `${due} jobs wait, the oldest for ${minutes} min. Start a host, and look for “outbox” in its log`,
      ),
    );
  else if (minutes >= 10) findings.push(warning("Outbox", `${due} jobs wait, the oldest for ${minutes} min`));
  else findings.push(ok("Outbox", due === 0 ? "nothing waits" : `${due} jobs wait, the oldest for ${seconds} s`));
  if (failed > 0)
    findings.push(warning("Outbox", `${failed} jobs failed since yesterday. See Emails in the admin's settings`));
  return findings;
}

async function checkInvoices(query: RunQuery): Promise<Finding[]> {
  const [row] = await query<{ found: number }>(
    "select count(*)::integer as found from public.invoices where needs_attention is not null",
  );
  return row?.found
    ? [warning("Invoices", `${row.found} have payments that don't match. Open them in Billing and check`)]
    : [ok("Invoices", "all payments match")];
}
