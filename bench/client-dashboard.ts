import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { findChromium } from "../scripts/find-chromium.ts";
import { openConnection } from "../server/database/connect.ts";
import { query } from "../server/database/query.ts";
import { startHostProcess } from "../tests/support/host-process.ts";
import { seededDataDirectory } from "../tests/support/seeded-data.ts";
import { signInAs } from "../tests/support/session.ts";
import { atMost, type Measurement, percentile } from "./measurement.ts";

const INVOICES = 200;
const RETAINERS = 20;
const RUNS = 9;
const EMAIL = "newclient@example.com";

/**
 * The client's dashboard with 200 invoices and 20 retainers: the time from the click on Sign In until its figures and
 * invoices are shown, and the total size of the portal's JavaScript.
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
    const scripts = await clientScriptSizes(browser, host.url);
    const note = `p95 ${percentile(ready, 0.95).toFixed(0)} ms; the sign-in request before it takes ${percentile(signIn, 0.5).toFixed(0)} ms`;
    return [
      atMost("/client-dashboard with 200 invoices, ready after sign-in, p50", percentile(ready, 0.5), 600, "ms", note),
      atMost(
        "JavaScript of sign-in and portal, brotli",
        scripts.portal,
        250,
        "kB",
        `${scripts.all.toFixed(0)} kB with settings and help`,
      ),
    ];
  } finally {
    await browser.close();
    await host.dispose();
  }
}

/** Adds rows before the host starts, because only one process may use the database at a time. */
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

/** Each visit uses a new browser profile that has the sign-in page's files in its cache. */
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
    // The first visit only warms up the host.
    if (run > 0) {
      ready.push(performance.now() - signedIn);
      signIn.push(signedIn - clicked);
    }
    await context.close();
  }
  return { ready, signIn };
}

/** Waits for the figures, the first page of invoices and the next steps, with no skeleton left. */
async function isReady(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelectorAll("table[aria-label=Invoices] tbody tr").length >= 25 &&
      /\$[\d,.]+/.test(document.querySelector("dl")?.textContent ?? "") &&
      document.querySelector("dl [aria-hidden] + .sr-only, dl .sr-only") === null,
  );
}

/** The client's portal, from sign-in to payments. The page of an invoice is opened from the list. */
const PORTAL = [
  "/auth",
  "/client-dashboard",
  "/client-dashboard?tab=invoices",
  "/client-dashboard?tab=retainers",
  "/client-dashboard?tab=communication",
  "/dashboard",
  "/payment-success",
  "/payment-canceled",
  "/subscription-success",
  "/subscription-canceled",
];
/** Pages that every role has. */
const ACCOUNT = ["/settings", "/settings?section=sessions", "/settings?section=plan", "/help"];

/**
 * The JavaScript that a client's browser downloads for the portal, and for the portal with settings and help. Response
 * bodies, in kB.
 */
async function clientScriptSizes(browser: Browser, url: string): Promise<{ portal: number; all: number }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await signInAs(page, url, EMAIL);
  const sizes = new Map<string, number>();
  page.on("response", (response) => {
    const { "content-type": type = "", "content-length": length } = response.headers();
    if (type.includes("javascript") && length) sizes.set(response.url(), Number(length));
  });
  const total = () => [...sizes.values()].reduce((sum, size) => sum + size, 0) / 1000;
  const visit = async (paths: string[]) => {
    for (const path of paths) await page.goto(`${url}${path}`, { waitUntil: "networkidle" });
  };
  await visit([...PORTAL, "/client-dashboard?tab=invoices"]);
  await page
    .getByRole("link", { name: /^BENCH-/ })
    .first()
    .click();
  await page.getByRole("heading", { level: 1, name: /^BENCH-/ }).waitFor();
  await page.waitForLoadState("networkidle");
  const portal = total();
  await visit(ACCOUNT);
  const all = total();
  await context.close();
  return { portal, all };
}
