import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { findChromium } from "../scripts/find-chromium.ts";
import { openConnection } from "../server/database/connect.ts";
import { query } from "../server/database/query.ts";
import { startHostProcess } from "../tests/support/host-process.ts";
import { seededDataDirectory } from "../tests/support/seeded-data.ts";
import { signInAs } from "../tests/support/session.ts";
import { atMost, type Measurement, percentile } from "./measurement.ts";

const USERS = 5_000;
const LEADS = 100_000;
const IMPORTED = 10_000;
const RUNS = 5;

/**
 * The admin dashboard with 5,000 users, 5,000 dashboards and 100,000 leads: the time until it is ready, the time from a
 * key press to its search results, and an import of 10,000 dashboards from the file to the toast.
 */
export async function measureAdmin(): Promise<Measurement[]> {
  const dataDir = await seededDataDirectory();
  await addRows(dataDir);
  const host = await startHostProcess({ DATA_DIR: dataDir, RATE_LIMIT_SCALE: "0", SIGNAL_OUTAGE_RATE: "0" });
  const { executablePath, env } = await findChromium();
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    env: { ...(process.env as Record<string, string>), ...env },
  });
  const ms = (what: string, samples: number[], share: number, target: number) =>
    atMost(what, percentile(samples, share), target, "ms", `p50 ${percentile(samples, 0.5).toFixed(0)} ms`);
  try {
    const size = `${USERS.toLocaleString("en")} users, ${LEADS.toLocaleString("en")} leads`;
    return [
      ms(`/admin ready, ${size}, p50`, await measureReady(browser, host.url, ""), 0.5, 800),
      ms("/admin, Leads by owner ready, p50", await measureReady(browser, host.url, "?tab=leads"), 0.5, 800),
      ms(
        "/admin, Leads by company ready, p50",
        await measureReady(browser, host.url, "?tab=leads&by=client"),
        0.5,
        800,
      ),
      ms(
        "dashboards, keystroke to result, p95",
        await measureKeys(browser, host.url, "?tab=dashboards", ["bench 49", "lead das", "4812"]),
        0.95,
        150,
      ),
      ms(
        "leads, keystroke to result, p95",
        await measureKeys(browser, host.url, "?tab=leads", ["anna last12", "frida", "person 17"]),
        0.95,
        150,
      ),
      atMost("import of 10,000 dashboards, file to toast", (await measureImport(browser, host.url)) / 1000, 5, "s"),
    ];
  } finally {
    await browser.close();
    await host.dispose();
  }
}

/** Adds all rows at once before the host starts, because only one process may use the database at a time. */
async function addRows(dataDir: string): Promise<void> {
  const connection = await openConnection({ directory: join(dataDir, "database") });
  const id = (number: string) => `('b0000000-0000-4000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
  // Indexes are created after the rows, which takes a tenth of the time.
  const indexes = await query<{ name: string; definition: string }>(
    connection,
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = 'public.leads'::regclass and not i.indisprimary and not i.indisunique`,
  );
  for (const { name } of indexes) await query(connection, `drop index ${name}`);
  for (const statement of [
    `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
     select ${id("n")}, 'bench' || n || '@example.com', now(), '{}'::jsonb from generate_series(1, ${USERS}) as made (n)`,
    `insert into public.profiles (user_id, first_name, last_name)
     select ${id("n")}, 'Bench', 'Person ' || n from generate_series(1, ${USERS}) as made (n)
     on conflict (user_id) do update set first_name = excluded.first_name, last_name = excluded.last_name`,
    `insert into public.user_roles (user_id, role, status)
     select ${id("n")}, case when n <= 200 then 'sales' else 'client' end::public.app_role, 'active'
     from generate_series(1, ${USERS}) as made (n) on conflict do nothing`,
    `insert into public.client_dashboards (user_id, business_name, notion_database_url, created_at)
     select ${id("n")}::text, 'Bench ' || n, 'https://www.notion.so/bench-' || md5(n::text) || '?source=share', now() - n * interval '1 hour'
     from generate_series(1, ${USERS}) as made (n)`,
    `insert into public.leads (user_id, first_name, last_name, email, company, source, created_at)
     select case when n % 3 > 0 then ${id("1 + n % 200")} end, (array['Anna', 'Bert', 'Clara', 'Dan', 'Eva', 'Frida', 'Gus'])[1 + n % 7],
       'Last' || n % 9973, 'lead' || n || '@mail' || n % 50 || '.example', case when n % 11 > 0 then 'Company ' || n % 20011 end,
       'website_form', now() - n * interval '3 minutes'
     from generate_series(1, ${LEADS}) as made (n)`,
    ...indexes.map(({ definition }) => definition),
  ])
    await query(connection, statement);
  await connection.close();
}

async function openAs(browser: Browser, url: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await signInAs(page as Parameters<typeof signInAs>[0], url, "admin@example.com");
  return page;
}

/** From opening the address until figures and rows are shown. The first visit only warms up the host and the cache. */
async function measureReady(browser: Browser, url: string, search: string): Promise<number[]> {
  const page = await openAs(browser, url);
  const samples: number[] = [];
  for (let run = 0; run <= RUNS; run++) {
    const started = performance.now();
    await page.goto(`${url}/admin${search}`, { waitUntil: "commit" });
    await page.waitForFunction(
      (leads) =>
        document.querySelector("dl .sr-only") === null &&
        document.querySelector("dl dd") !== null &&
        (leads ? document.querySelectorAll("[role=group] li").length >= 25 : document.querySelector("iframe") !== null),
      search.includes("leads"),
    );
    if (run > 0) samples.push(performance.now() - started);
  }
  await page.context().close();
  return samples;
}

/**
 * From each key press until the complete result is shown and no row is faded anymore, by the page's own clock. The test
 * driver's own time does not count.
 */
async function measureKeys(browser: Browser, url: string, search: string, texts: string[]): Promise<number[]> {
  const page = await openAs(browser, url);
  await page.goto(`${url}/admin${search}`);
  const field = page.getByRole("tabpanel").getByRole("searchbox");
  await page.locator("[role=group] li, table tbody tr").first().waitFor();
  const samples: number[] = [];
  // No two texts start alike, because earlier searches are answered from the cache.
  for (const [run, text] of texts.entries()) {
    await field.fill("");
    await page.waitForTimeout(300);
    for (const key of text) {
      // A trailing space starts no new search.
      if (key === " ") await field.press("Space");
      else {
        await page.evaluate(watchKey);
        await field.press(key);
        const took = await page.evaluate(() => (window as unknown as Watched).keyTook);
        if (run > 0) samples.push(took);
      }
      await page.waitForTimeout(120);
    }
  }
  await page.context().close();
  return samples;
}

type Watched = Window & { keyTook: Promise<number> };

/** Runs in the page. Measures from the next key press until rows have faded and are visible again, in ms. */
function watchKey() {
  (window as unknown as Watched).keyTook = new Promise((resolve) => {
    const onKey = ({ timeStamp }: KeyboardEvent) => {
      let asked = false;
      const look = () => {
        const faded = document.querySelector(".opacity-60") !== null;
        if (asked && !faded) resolve(performance.now() - timeStamp);
        else requestAnimationFrame(look);
        asked ||= faded;
      };
      look();
    };
    addEventListener("keydown", onKey, { once: true, capture: true });
  });
}

async function measureImport(browser: Browser, url: string): Promise<number> {
  const page = await openAs(browser, url);
  await page.goto(`${url}/admin?tab=dashboards`);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const rows = Array.from({ length: IMPORTED }, (_, at) => ({
    business_name: `Imported ${at}`,
    notion_database_url: `https://www.notion.so/import-${at.toString(16).padStart(32, "0")}?source=share`,
  }));
  const buffer = Buffer.from(JSON.stringify(rows));
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "many.json", mimeType: "application/json", buffer: Buffer.from("[]") });
  await page.getByRole("button", { name: "Choose another file" }).click();
  const started = performance.now();
  await page.locator("input[type=file]").setInputFiles({ name: "many.json", mimeType: "application/json", buffer });
  await page.getByRole("button", { name: "Import 10,000 dashboards" }).click({ timeout: 60_000 });
  await page.getByText("Imported 10000 dashboard configurations").waitFor({ timeout: 60_000 });
  const took = performance.now() - started;
  await page.context().close();
  return took;
}
