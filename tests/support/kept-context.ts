import type { Browser, BrowserContext, Page } from "@playwright/test";

/** What a test can change in a context: it is back at these values when the test ends. */
export type ContextOptions = {
  colorScheme?: "light" | "dark" | "no-preference" | null | undefined;
  reducedMotion?: "reduce" | "no-preference" | null | undefined;
  viewport?: { width: number; height: number } | null | undefined;
};
type InitScript = Awaited<ReturnType<Page["addInitScript"]>>;

/** A context with its first page, the origins that tests have opened in it, and the scripts that a test has added to that page. */
export type KeptContext = { context: BrowserContext; page: Page; origins: Set<string>; scripts: InitScript[] };

/** This worker's contexts that no test uses now, by their options. */
const waiting = new Map<string, KeptContext>();

/** Answers at once, and with the headers of the product's pages: another opener policy would need a new process. */
const QUIET_PAGE = "/robots.txt";

/**
 * Returns a context without cookies and storage, with one page that shows nothing of the product. To start a process for each
 * page, and to load and compile the application again for each test, is half of the browser's work in all end-to-end tests.
 * Playwright's own `reuseContext` clears the cache.
 */
export async function borrowContext(browser: Browser, options: ContextOptions): Promise<KeptContext> {
  const kept = waiting.get(JSON.stringify(options)) ?? (await openContext(browser));
  waiting.delete(JSON.stringify(options));
  const { context, page, origins } = kept;
  const session = await context.newCDPSession(page);
  for (const origin of origins) await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await session.send("Page.resetNavigationHistory");
  await session.detach();
  await context.clearCookies();
  context.on("request", (request) => {
    if (request.isNavigationRequest()) origins.add(new URL(request.url()).origin);
  });
  return kept;
}

async function openContext(browser: Browser): Promise<KeptContext> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const scripts: InitScript[] = [];
  const add = page.addInitScript.bind(page) as (...given: unknown[]) => Promise<InitScript>;
  page.addInitScript = async (...given: unknown[]) => {
    const script = await add(...given);
    scripts.push(script);
    return script;
  };
  return { context, page, origins: new Set(), scripts };
}

/**
 * Keeps the context and its page for the next test. Closes them when the test has done what cannot be undone: it replaced the
 * page's clock, closed the page, or opened other sites in it.
 */
export async function returnContext(kept: KeptContext, options: ContextOptions, baseURL: string): Promise<void> {
  const { context, page, origins, scripts } = kept;
  const usual = [new URL(baseURL).origin, new URL("about:blank").origin];
  if (![...origins].every((origin) => usual.includes(origin)) || !(await hasNativeClock(page))) {
    await context.close();
    return;
  }
  await Promise.all(context.pages().map((other) => (other === page ? undefined : other.close())));
  for (const event of ["console", "weberror", "request", "page"] as const) context.removeAllListeners(event);
  for (const event of ["console", "dialog", "pageerror", "popup", "request", "requestfailed", "response"] as const)
    page.removeAllListeners(event);
  await Promise.all([context.unrouteAll(), page.unrouteAll()]);
  await Promise.all(scripts.splice(0).map((script) => script.dispose()));
  await context.setOffline(false);
  await context.clearPermissions();
  await page.goto(new URL(QUIET_PAGE, baseURL).href);
  await page.evaluate(() => {
    sessionStorage.clear();
    window.name = "";
  });
  await page.mouse.move(-1, -1);
  if (options.viewport) await page.setViewportSize(options.viewport);
  const { colorScheme = "light", reducedMotion = "no-preference" } = options;
  await page.emulateMedia({ media: null, colorScheme, reducedMotion });
  waiting.set(JSON.stringify(options), kept);
}

/** False also when the page is closed. */
const hasNativeClock = (page: Page): Promise<boolean> =>
  page.evaluate(() => String(setTimeout).includes("[native code]")).catch(() => false);
