import type { Page, Request } from "@playwright/test";
import { prerenderedPaths } from "../../app/prerendered-paths.ts";
import { expect, test } from "../support/browser-test.ts";
import { DEMO_PASSWORD, signedInClient, signInAs } from "../support/session.ts";

const GUARDED = [
  "/dashboard",
  "/client-dashboard",
  "/admin",
  "/crm",
  "/user-management",
  "/settings",
  "/help",
  "/pending-approval",
  "/invoices",
];

test("Without a session every guarded page redirects to sign-in and shows nothing", async ({ page }) => {
  for (const path of GUARDED)
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page).toHaveURL(/\/auth/);
      await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
      await expect(page.getByRole("button", { name: "Sign Out" })).toHaveCount(0);
    });
});

const SENT: Record<string, [path: string, home: string][]> = {
  "client@example.com": [
    ["/admin", "/dashboard"],
    ["/crm", "/client-dashboard"],
    ["/user-management", "/client-dashboard"],
    ["/pending-approval", "/client-dashboard"],
  ],
  "sales@example.com": [
    ["/client-dashboard", "/crm"],
    ["/admin", "/dashboard"],
  ],
  "admin@example.com": [["/client-dashboard", "/admin"]],
  "pending@example.com": [
    ["/dashboard", "/pending-approval"],
    ["/settings", "/pending-approval"],
  ],
  "rejected@example.com": [["/crm", "/pending-approval"]],
};

for (const [email, ways] of Object.entries(SENT))
  test(`${email} who opens another role's page is redirected to their own`, async ({ page, baseURL }) => {
    await signInAs(page, baseURL ?? "", email);
    for (const [path, home] of ways)
      await test.step(`${path} → ${home}`, async () => {
        await page.goto(path);
        await expect(page).toHaveURL(new RegExp(`${home}$`));
      });
  });

test("After signing in, people return to the page that they wanted", async ({ page }) => {
  await page.goto("/settings");
  await expect(page).toHaveURL(/\/auth\?next=/);
  await page.getByLabel("Email", { exact: true }).fill("client@example.com");
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/settings$/);
});

/** Pages of each layout, which has its own guard. People sign in at the last one. */
const DEEP_LINKS: Record<string, string[]> = {
  "admin@example.com": [
    "/admin?tab=users",
    "/user-management",
    "/settings",
    "/help",
    "/crm/board",
    "/crm/leads?stage=new",
  ],
  "sales@example.com": ["/settings", "/help", "/crm/analytics"],
};

for (const [email, paths] of Object.entries(DEEP_LINKS))
  test(`${email} who opens a page signed out is asked to sign in, and returns there`, async ({ page }) => {
    for (const path of paths)
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page).toHaveURL((url) => url.pathname === "/auth" && url.searchParams.get("next") === path);
      });
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page).toHaveURL((url) => url.pathname + url.search === paths.at(-1));
  });

// domain/return-path.test.ts has the other ways to write a foreign address, and each role's own pages.
for (const next of ["https://evil.example/", "/admin"])
  test(`The return address ${next} is not followed`, async ({ page }) => {
    await page.goto(`/auth?next=${encodeURIComponent(next)}`);
    await page.getByLabel("Email", { exact: true }).fill("client@example.com");
    await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page).toHaveURL(/\/client-dashboard$/);
  });

test("If the server does not answer, the guard offers to try again and signs nobody out", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/503|Failed to load resource/);
  await signInAs(page, baseURL ?? "", "client@example.com");
  await page.route("**/rest/v1/user_roles*", (route) =>
    route.fulfill({ status: 503, json: { code: "PGRST001", message: "down", details: null, hint: null } }),
  );
  await page.goto("/client-dashboard");
  const again = page.getByRole("button", { name: /try again/i });
  await expect(again).toBeVisible();
  await page.unroute("**/rest/v1/user_roles*");
  await again.click();
  await expect(page.getByRole("button", { name: "Sign Out" }).first()).toBeVisible();
});

test("An error page names its request, so that its log line can be found", async ({ page, baseURL, expectConsole }) => {
  expectConsole(/500|Failed to load resource/);
  await signInAs(page, baseURL ?? "", "client@example.com");
  await page.route("**/rest/v1/invoices*", (route) =>
    route.fulfill({
      status: 500,
      headers: { "X-Request-Id": "abc-0000042", "Access-Control-Expose-Headers": "X-Request-Id" },
      json: { code: "XX000", message: "internal", details: null, hint: null },
    }),
  );
  await page.goto("/invoices");
  await expect(page.getByText("Request abc-0000042").first()).toBeVisible();
});

test("An unknown address shows the not-found page with status 404", async ({
  page,
  expectConsole,
  checkAccessibility,
}) => {
  expectConsole(/404/);
  const response = await page.goto("/no/such/page");
  expect(response?.status()).toBe(404);
  await expect(page.getByText("Oops! Page not found")).toBeVisible();
  await checkAccessibility();
  await page.getByRole("link", { name: /home/i }).first().click();
  await expect(page).toHaveURL(/\/(home)?$/);
});

test("An unnamed route becomes /home", async ({ page }) => {
  await page.goto("/index.html");
  await expect(page).toHaveURL(/\/home$/);
});

test("An admin opens the CRM, and finds the link back to the administration", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await page.goto("/crm");
  await expect(page.getByRole("heading", { name: "Today", level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Administration" }).click();
  await expect(page).toHaveURL(/\/admin$/);
});

/**
 * Every page of one role, each without a console error (browser-test.ts) and without a failed request. The first page is
 * loaded. The application opens the others, unless `each` is to be loaded: that takes most of the time, and other journeys load
 * its pages.
 */
async function walk(page: Page, paths: string[], load: "first" | "each" = "first") {
  const failed: string[] = [];
  const running = new Set<Request>();
  page.on("request", (request) => running.add(request));
  page.on("requestfinished", (request) => running.delete(request));
  page.on("requestfailed", (request) => running.delete(request));
  page.on("response", (response) => {
    const line = `${response.status()} ${response.url()}`;
    // Spec §8: a single row that doesn't exist is a 406.
    if (response.status() >= 400 && !/^406 .*client_dashboards/.test(line)) failed.push(line);
  });
  for (const [index, path] of paths.entries())
    await test.step(path, async () => {
      if (load === "each" || index === 0) await page.goto(path, { waitUntil: "networkidle" });
      else {
        running.clear();
        await page.evaluate((to) => window.__reactRouterDataRouter?.navigate(to), path);
        // One frame after the last answer, the page has asked for all that follows from it.
        const stillRunning = async () => running.size + (await page.evaluate(nextFrame)) + running.size;
        await expect.poll(stillRunning, { intervals: [50] }).toBe(0);
        await expect(page.getByRole("heading").first()).toBeVisible();
      }
      await expect(page.getByText(/could not be loaded|couldn't be loaded|went wrong/i)).toHaveCount(0);
    });
  expect(failed).toEqual([]);
}

const nextFrame = () => new Promise<0>((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0, 0)));

declare global {
  interface Window {
    /** React Router's own name for what it runs in the browser. */
    __reactRouterDataRouter?: { navigate: (to: string) => Promise<void> };
  }
}

const SETTINGS = ["profile", "email", "password", "security", "sessions", "notifications", "appearance"];
const AGENCY = [
  ...["agency", "hours", "invoices", "team-security", "sign-in", "pipeline", "admin-emails", "premium"],
  ...["email-log", "retention", "export"],
];
const sections = (names: string[]) => names.map((name) => `/settings?section=${name}`);
const CRM = ["/crm", "/crm/board", "/crm/leads", "/crm/analytics", "/crm/import"];

test.describe("No page has a console error or a failed request", () => {
  test.setTimeout(180_000);

  test("for a visitor", async ({ page }) => {
    await walk(page, [...prerenderedPaths.filter((path) => path !== "/404"), "/dev/inbox", "/dev/ui"], "each");
  });

  test("for a client", async ({ page, baseURL }) => {
    const { client } = await signedInClient(baseURL ?? "", "client@example.com");
    const { data: invoices } = await client.from("invoices").select("id, status").order("created_at");
    await signInAs(page, baseURL ?? "", "client@example.com");
    await walk(page, [
      ...["", "?tab=invoices", "?tab=retainers", "?tab=communication"].map((tab) => `/client-dashboard${tab}`),
      ...(invoices ?? []).slice(0, 3).map(({ id }) => `/invoices/${id}`),
      "/dashboard",
      ...sections([...SETTINGS, "plan"]),
      "/help",
      "/payment-canceled",
      "/subscription-canceled",
    ]);
  });

  for (const email of ["newclient@example.com", "owner@example.com", "pending@example.com", "rejected@example.com"])
    test(`for ${email}`, async ({ page, baseURL }) => {
      await signInAs(page, baseURL ?? "", email);
      await walk(page, ["/dashboard", "/client-dashboard", "/pending-approval", "/settings", "/help"]);
    });

  test("for a sales person", async ({ page, baseURL }) => {
    const { client } = await signedInClient(baseURL ?? "", "sales@example.com");
    const { data: leads } = await client.from("leads").select("id").order("created_at").limit(2);
    await signInAs(page, baseURL ?? "", "sales@example.com");
    await walk(page, [
      ...CRM,
      ...(leads ?? []).flatMap(({ id }) => [`/crm/leads/${id}`, `/crm/leads?lead=${id}`]),
      "/dashboard",
      ...sections(SETTINGS),
      "/help",
    ]);
  });

  test("for an admin", async ({ page, baseURL }) => {
    const { client } = await signedInClient(baseURL ?? "", "admin@example.com");
    const { data: invoices } = await client.from("invoices").select("id, client_id, status").order("created_at");
    const { data: pages } = await client.from("landing_pages").select("id").limit(2);
    const draft = invoices?.find(({ status }) => status === "draft");
    const sent = invoices?.find(({ status }) => status === "pending");
    const record = `/admin/clients/${sent?.client_id}`;
    await signInAs(page, baseURL ?? "", "admin@example.com");
    await walk(page, [
      ...["", "?tab=dashboards", "?tab=approvals", "?tab=users", "?tab=leads"].map((tab) => `/admin${tab}`),
      ...["", "?tab=pending", "?tab=invitations", "?tab=audit"].map((tab) => `/user-management${tab}`),
      ...["/admin/clients", "/admin/billing", "/admin/billing?tab=retainers", "/admin/billing/new"],
      ...[`/admin/billing/${draft?.id}`, `/admin/billing/${sent?.id}`, "/admin/requests"],
      ...[record, `${record}/portal`, `${record}/portal?tab=invoices`, `${record}/portal/invoices/${sent?.id}`],
      ...["/admin/landing-pages", ...(pages ?? []).map(({ id }) => `/admin/landing-pages/${id}`)],
      ...CRM,
      "/dashboard",
      ...sections([...SETTINGS, ...AGENCY]),
      "/help",
    ]);
  });
});
