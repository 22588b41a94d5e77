import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { findChromium } from "../scripts/find-chromium.ts";
import { openConnection } from "../server/database/connect.ts";
import { query } from "../server/database/query.ts";
import { type HostProcess, startHostProcess } from "../tests/support/host-process.ts";
import { startPostgresServer } from "../tests/support/postgres-server.ts";
import { seededDataDirectory } from "../tests/support/seeded-data.ts";
import { signedInClient, signInAs } from "../tests/support/session.ts";
import { atLeast, atMost, type Measurement, notMeasured, percentile } from "./measurement.ts";

const ROWS = 100_000;
const LEADS = 100_000;
const RUNS = 5;
const IMPORT = "import of 100,000 rows, file to done";
const TARGET = 5_000;

/**
 * An import of 100,000 rows from the file to the last lead, its memory, the export of these leads, and the analytics
 * over them.
 */
export async function measureCrmImport(): Promise<Measurement[]> {
  const dataDir = await seededDataDirectory();
  await addHistory(dataDir);
  const host = await startHostProcess({ DATA_DIR: dataDir, RATE_LIMIT_SCALE: "0", SIGNAL_OUTAGE_RATE: "0" });
  const browser = await launchBrowser();
  try {
    return [
      ...(await measureFigures(host.url)),
      ...(await measureImport(browser, host)),
      ...(await measureExport(host)),
    ];
  } finally {
    await browser.close();
    await host.dispose();
  }
}

/** The same import on PostgreSQL. */
export async function measureImportOnPostgres(): Promise<Measurement[]> {
  const server = await startPostgresServer();
  if (!server) return [notMeasured(IMPORT, `≥ ${TARGET} rows/s`, "PostgreSQL is not installed")];
  const host = await startHostProcess({ DATABASE_URL: server.url, RATE_LIMIT_SCALE: "0", SIGNAL_OUTAGE_RATE: "0" });
  const browser = await launchBrowser();
  try {
    const [rate] = await measureImport(browser, host);
    return rate ? [{ ...rate, what: `${rate.what}, on PostgreSQL` }] : [];
  } finally {
    await browser.close();
    await host.dispose();
    await server.stop();
  }
}

async function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = await findChromium();
  return chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--enable-precise-memory-info"],
    env: { ...(process.env as Record<string, string>), ...env },
  });
}

/**
 * Adds a year of leads, activities and clocks before the host starts, because only one process may use the database at
 * a time.
 */
async function addHistory(dataDir: string): Promise<void> {
  const connection = await openConnection({ directory: join(dataDir, "database") });
  const tables = ["public.leads", "public.lead_activities", "public.lead_clocks"];
  for (const table of tables) await query(connection, `alter table ${table} disable trigger user`);
  for (const statement of [
    `insert into public.leads (first_name, last_name, email, company, source, stage, reached, value_cents, created_at, closed_at, lost_reason_id, user_id, response_seconds, answer_target_seconds)
     select 'Anna', 'Last' || n, 'year' || n || '@mail.example', 'Company ' || n % 20011,
       (array['website_form', 'referral', 'social_media', 'landing_page', 'other'])[1 + n % 5]::public.lead_source, made.stage, 1 + n % 7,
       n % 900000, now() - n * interval '5 minutes', case when made.stage in ('won', 'lost') then now() - n * interval '4 minutes' end,
       case made.stage when 'lost' then (select id from public.lost_reasons where account_id = '00000000-0000-4000-8000-000000000001' order by position limit 1) end,
       case when n % 3 > 0 then (select user_id from public.user_roles where role = 'sales' and status = 'active' order by user_id offset n % 2 limit 1) end,
       abs(hashtext('year' || n || '@mail.example')) % 1200, 300
     from generate_series(1, ${LEADS}) as numbers (n)
     cross join lateral (values ((array['new', 'attempting', 'connected', 'qualified', 'proposal', 'won', 'lost'])[1 + n % 7])) as made (stage)`,
    `insert into public.lead_activities (lead_id, kind, occurred_at)
     select lead.id, 'call', lead.created_at + n * interval '1 hour' from public.leads as lead cross join generate_series(1, 5) as n
     where lead.email like 'year%'`,
    `insert into public.lead_clocks (lead_id, arrived_at, started_at, target_seconds, due_at, state, answered_at, response_seconds, source, owner_id, answered_by)
     select lead.id, lead.created_at, lead.created_at, 300, lead.created_at, 'answered', lead.created_at, abs(hashtext(lead.email)) % 1200, lead.source, lead.user_id, lead.user_id
     from public.leads as lead where lead.email like 'year%'`,
    "update public.leads set answered_by = user_id where email like 'year%' and user_id is not null",
    "vacuum public.leads",
    "analyze",
  ])
    await query(connection, statement);
  for (const table of tables) await query(connection, `alter table ${table} enable trigger user`);
  await connection.close();
}

async function measureFigures(url: string): Promise<Measurement[]> {
  const { client } = await signedInClient(url, "admin@example.com");
  const today = new Date().toISOString().slice(0, 10);
  const from = new Date(Date.now() - 363 * 86_400_000).toISOString().slice(0, 10);
  const results: Measurement[] = [];
  for (const name of ["crm_analytics", "crm_outcomes", "crm_responses"] as const) {
    const samples: number[] = [];
    for (let run = 0; run <= RUNS; run++) {
      const started = performance.now();
      const { error } = await client.rpc(name, { p_from: from, p_to: today });
      if (error) throw new Error(`${name}: ${error.message}`);
      if (run > 0) samples.push(performance.now() - started);
    }
    results.push(atMost(`${name} over a year, 100,000 leads, p50`, percentile(samples, 0.5), 500, "ms"));
  }
  return results;
}

/** A file on the disk. As bytes it would first travel through the test tool, which takes longer than to read it. */
async function writtenFile(): Promise<{ path: string; remove: () => Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), "upfunnel-import-"));
  const path = join(directory, "many.csv");
  const lines = Array.from(
    { length: ROWS },
    (_, n) =>
      `Ada ${n % 977},Byron ${n % 7919},import${n}@mail.example,+1 212 ${1_000_000 + n},"Company, ${n % 9973}",${n}.50,referral,"a; b",2026-02-${String(1 + (n % 28)).padStart(2, "0")}`,
  );
  await writeFile(path, `First name,Last name,E-mail,Phone,Company,Value,Source,Tags,Created\n${lines.join("\n")}\n`);
  return { path, remove: () => rm(directory, { recursive: true }) };
}

async function measureImport(browser: Browser, host: HostProcess): Promise<Measurement[]> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await signInAs(page as Parameters<typeof signInAs>[0], host.url, "admin@example.com");
  await page.goto(`${host.url}/crm/import`);
  const hostBefore = residentMegabytes(host);
  const pageBefore = await heapMegabytes(page);
  const file = await writtenFile();
  const started = performance.now();
  await page.locator("input[type=file]").setInputFiles(file.path);
  await page.getByRole("button", { name: "Check 100,000 rows" }).click({ timeout: 120_000 });
  const start = page.getByRole("button", { name: "Import 100,000 leads" });
  await start.waitFor({ timeout: 300_000 });
  const staged = performance.now() - started;
  const pagePeak = await heapMegabytes(page);
  await start.click();
  await page.getByRole("button", { name: "Undo import" }).waitFor({ timeout: 600_000 });
  const took = performance.now() - started;
  const hostAfter = residentMegabytes(host);
  await page.context().close();
  await file.remove();
  return [
    atLeast(
      IMPORT,
      ROWS / (took / 1000),
      TARGET,
      "rows/s",
      `staged in ${(staged / 1000).toFixed(1)} s, done in ${(took / 1000).toFixed(1)} s`,
    ),
    atMost("page's memory added by reading them", pagePeak - pageBefore, 60, "MB"),
    atMost(
      "host's memory added by importing them",
      hostAfter - hostBefore,
      200,
      "MB",
      "the embedded database's pages included",
    ),
  ];
}

async function measureExport(host: HostProcess): Promise<Measurement[]> {
  const { session } = await signedInClient(host.url, "admin@example.com");
  const before = residentMegabytes(host);
  const started = performance.now();
  const answer = await fetch(`${host.url}/functions/v1/export-leads`, {
    method: "POST",
    headers: { Authorization: `Bearer ${session?.access_token}`, "Content-Type": "application/json" },
    body: "{}",
  });
  let peak = before;
  let lines = 0;
  for await (const part of answer.body ?? []) {
    for (const byte of part as Uint8Array) if (byte === 10) lines += 1;
    peak = Math.max(peak, residentMegabytes(host));
  }
  const seconds = (performance.now() - started) / 1000;
  return [
    atLeast("export, rows/s", lines / seconds, 5_000, "rows/s", `${lines} lines in ${seconds.toFixed(1)} s`),
    atMost("host's memory added by exporting", peak - before, 100, "MB"),
  ];
}

function residentMegabytes({ child }: HostProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1] ?? Number.NaN) / 1024;
}

function heapMegabytes(page: Page): Promise<number> {
  return page.evaluate(
    () => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize / 1024 / 1024,
  );
}
