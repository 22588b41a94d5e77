import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { type Browser, chromium, type Page } from "playwright-core";
import { findChromium } from "../scripts/find-chromium.ts";
import { openConnection } from "../server/database/connect.ts";
import { query } from "../server/database/query.ts";
import { startHostProcess } from "../tests/support/host-process.ts";
import { seededDataDirectory } from "../tests/support/seeded-data.ts";
import { atMost, type Measurement, percentile } from "./measurement.ts";

const INVOICES = 200;
const RETAINERS = 20;
const RUNS = 9;
const EMAIL = "newclient@example.com";

/**
 * The client's dashboard with 200 invoices and 20 retainers, from the click on Sign In until its figures and invoices stand
 * there; and what the portal's JavaScript weighs altogether.
 */
export async function measureClientDashboard(): Promise<Measurement[]> {
  const dataDir = await seededDataDirectory();
  await addBilling(dataDir);
  const host = await startHostProcess({ DATA_DIR: dataDir, RATE_LIMIT_SCALE: "0", SIGNAL_OUTAGE_RATE: "0" });
  const { executablePath, env } = await findChromium();
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    env: { ...(process.env as Record<string, string>), ...env },
  });
  try {
    const { ready, signIn } = await measureVisits(browser, host.url);
    const note = `p95 ${percentile(ready, 0.95).toFixed(0)} ms; the sign-in request before it takes ${percentile(signIn, 0.5).toFixed(0)} ms`;
    return [
      atMost("/client-dashboard with 200 invoices, ready after sign-in, p50", percentile(ready, 0.5), 600, "ms", note),
      atMost("JavaScript of sign-in and portal, all chunks, brotli", portalScriptSize(), 250, "kB"),
    ];
  } finally {
    await browser.close();
    await host.dispose();
  }
}

/** Written before the host starts: the database belongs to one process at a time. */
async function addBilling(dataDir: string): Promise<void> {
  const connection = await openConnection({ directory: join(dataDir, "database") });
  const client = "(select account.id from auth.users as account where account.email = $1)";
  await query(
    connection,
    `insert into public.invoices (client_id, invoice_number, status, description, amount, due_date, paid_date, created_at)
     select ${client}, 'BENCH-' || number, (case when number % 20 = 0 then 'pending' else 'paid' end)::public.invoice_status,
       'Pro Funnel, month ' || number, 80000 + number, current_date - number * 3, case when number % 20 > 0 then current_date - number * 3 end,
       now() - number * interval '3 days'
     from generate_series(1, ${INVOICES}) as made (number)`,
    [EMAIL],
  );
  await query(
    connection,
    `insert into public.retainers (client_id, retainer_name, monthly_amount, start_date)
     select ${client}, 'Retainer ' || number, 50000, current_date - number * 40 from generate_series(1, ${RETAINERS}) as made (number)`,
    [EMAIL],
  );
  await connection.close();
}

/** Each visit is a new browser profile, with the sign-in page's own files in its cache as they are by then. */
async function measureVisits(browser: Browser, url: string): Promise<{ ready: number[]; signIn: number[] }> {
  const ready: number[] = [];
  const signIn: number[] = [];
  for (let run = 0; run <= RUNS; run++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${url}/auth?next=${encodeURIComponent("/client-dashboard?tab=invoices")}`);
    await page.getByLabel("Email").fill(EMAIL);
    await page.getByLabel("Password", { exact: true }).fill("demo-password");
    const answered = page.waitForResponse(/\/auth\/v1\/token/);
    const clicked = performance.now();
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    await answered;
    const signedIn = performance.now();
    await isReady(page);
    // The first visit warms the host, as every later one finds it.
    if (run > 0) {
      ready.push(performance.now() - signedIn);
      signIn.push(signedIn - clicked);
    }
    await context.close();
  }
  return { ready, signIn };
}

/** Figures, the first page of invoices and what comes next: nothing is a skeleton any more. */
async function isReady(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelectorAll("table[aria-label=Invoices] tbody tr").length >= 25 &&
      /\$[\d,.]+/.test(document.querySelector("dl")?.textContent ?? "") &&
      document.querySelector("dl [aria-hidden] + .sr-only, dl .sr-only") === null,
  );
}

/** Every chunk that a page behind sign-in can ask for, each compressed as it is served. */
function portalScriptSize(): number {
  const assets = "build/client/assets";
  const reached = new Set<string>();
  const visit = (file: string) => {
    // The document names the script of the public pages as well; nobody behind sign-in loads it.
    if (reached.has(file) || /^site-/.test(file)) return;
    reached.add(file);
    const text = readFileSync(join(assets, file), "utf8");
    for (const [, name] of text.matchAll(/["'`](?:\.\/|\/?assets\/)([\w.-]+\.js)["'`]/g)) if (name) visit(name);
  };
  const entry =
    /^(entry\.client|root|app-layout|auth|reset-password|portal-layout|pending-approval|dashboard|client-dashboard|invoices?|admin|admin-layout|user-management|settings|help|payment-|subscription-)/;
  for (const file of readdirSync(assets)) if (file.endsWith(".js") && entry.test(file)) visit(file);
  const sizes = [...reached].map((file) => brotliCompressSync(readFileSync(join(assets, file))).length);
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}
