import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";
import { borrowContext, returnContext } from "./kept-context.ts";

type Watch = {
  /** Allows a console error that a test provokes on purpose. */
  expectConsole: (pattern: RegExp) => void;
  /** Fails on any accessibility violation in the page's current state. */
  checkAccessibility: (page?: Page) => Promise<void>;
};

/** This project's browser test. It fails on console errors, page errors and requests that leave this machine. */
export const test = base.extend<Watch & { watched: undefined }>({
  context: async (
    { browser, colorScheme, hasTouch, isMobile, javaScriptEnabled, locale, reducedMotion, timezoneId, viewport },
    use,
    testInfo,
  ) => {
    const own = { colorScheme, hasTouch, isMobile, javaScriptEnabled, locale, reducedMotion, timezoneId, viewport };
    const kept = await borrowContext(browser, JSON.stringify(own));
    await use(kept.context);
    if (testInfo.status === testInfo.expectedStatus) await returnContext(kept, JSON.stringify(own));
    else await kept.context.close();
  },
  page: async ({ context }, use) => use(context.pages()[0] ?? (await context.newPage())),
  expectConsole: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern.
    async ({}, use) => {
      await use((pattern) => expected.push(pattern));
    },
    { scope: "test" },
  ],
  watched: [
    async ({ context, baseURL }, use) => {
      const complaints: string[] = [];
      expected = [NO_DASHBOARD, SAMPLE_FRAME];
      const host = new URL(baseURL ?? "http://127.0.0.1").hostname;
      context.on("console", (message) => {
        if (message.type() === "error") complaints.push(`console: ${message.text()} (${message.location().url})`);
      });
      context.on("weberror", (error) => complaints.push(`page error: ${error.error().stack ?? error.error().message}`));
      context.on("request", (request) => {
        const url = new URL(request.url());
        if (/^(https?|wss?):$/.test(url.protocol) && url.hostname !== host) complaints.push(`request to ${url.href}`);
      });
      await use(undefined);
      expect(complaints.filter((complaint) => !expected.some((pattern) => pattern.test(complaint)))).toEqual([]);
    },
    { auto: true },
  ],
  checkAccessibility: async ({ page }, use) => {
    await use(async (other = page) => {
      // The contrast in the middle of a transition does not count, so transitions finish first.
      await other.evaluate(() =>
        Promise.allSettled(
          document
            .getAnimations()
            .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
            .map(({ finished }) => finished),
        ),
      );
      // Foreign frames are excluded, so the legacy mode without a separate page for the report is enough.
      const axe = new AxeBuilder({ page: other }).exclude('iframe[sandbox=""]').setLegacyMode(true);
      const { violations } = await axe.options({ resultTypes: ["violations"] }).analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(" | ")}`),
      ).toEqual([]);
    });
  },
});

let expected: RegExp[] = [];

/** Spec §8: no row (PGRST116) means no dashboard. The browser logs every 406 to its console. */
const NO_DASHBOARD = /406 .*client_dashboards/;
/** The demo's sample pages run no scripts, not even the test's own. axe would wait for their answer. */
const SAMPLE_FRAME = /Blocked script execution in '[^']*\/dev\/notion\//;

export { expect };
