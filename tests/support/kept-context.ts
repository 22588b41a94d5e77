import type { Browser, BrowserContext } from "@playwright/test";

/** A context, and the origins that tests have opened in it. */
export type KeptContext = { context: BrowserContext; origins: Set<string> };

/** This worker's contexts that no test uses now, by their options. */
const waiting = new Map<string, KeptContext>();

/**
 * Returns a context without cookies and storage, with one empty page. The browser keeps its cache of files: to load and compile
 * the application again for each test is an eighth of the work of all end-to-end tests. Playwright's own `reuseContext` clears
 * the cache.
 */
export async function borrowContext(browser: Browser, options: string): Promise<KeptContext> {
  const kept = waiting.get(options) ?? { context: await browser.newContext(), origins: new Set<string>() };
  waiting.delete(options);
  const { context, origins } = kept;
  const session = await context.newCDPSession(await context.newPage());
  for (const origin of origins) await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await session.detach();
  await context.clearCookies();
  context.on("request", (request) => {
    if (request.isNavigationRequest()) origins.add(new URL(request.url()).origin);
  });
  return kept;
}

/** Keeps the context for the next test, or closes it when the test has replaced its clock, which Playwright cannot undo. */
export async function returnContext(kept: KeptContext, options: string): Promise<void> {
  const { context } = kept;
  if (!(await hasNativeClock(context))) {
    await context.close();
    return;
  }
  await Promise.all(context.pages().map((page) => page.close()));
  for (const event of ["console", "weberror", "request", "page"] as const) context.removeAllListeners(event);
  await context.unrouteAll();
  await context.setOffline(false);
  await context.clearPermissions();
  waiting.set(options, kept);
}

/** False also when there is no page left to ask. */
async function hasNativeClock(context: BrowserContext): Promise<boolean> {
  const [page] = context.pages();
  return page ? page.evaluate(() => String(setTimeout).includes("[native code]")).catch(() => false) : false;
}
