import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test as base, expect, type Page } from "@playwright/test";
import type axe from "axe-core";
import { borrowContext, returnContext } from "./kept-context.ts";
import { endAdmins } from "./new-admin.ts";

type Watch = {
  /** Allows a console error that a test provokes on purpose. */
  expectConsole: (pattern: RegExp) => void;
  /** Fails on any accessibility violation in the page's current state. */
  checkAccessibility: (page?: Page) => Promise<void>;
};

/** This project's browser test. It fails on console errors, page errors and requests that leave this machine. */
export const test = base.extend<Watch & { watched: undefined }>({
  context: async (
    {
      baseURL,
      browser,
      colorScheme,
      hasTouch,
      isMobile,
      javaScriptEnabled,
      locale,
      reducedMotion,
      timezoneId,
      viewport,
    },
    use,
    testInfo,
  ) => {
    const own = { colorScheme, hasTouch, isMobile, javaScriptEnabled, locale, reducedMotion, timezoneId, viewport };
    const kept = await borrowContext(browser, own);
    await use(kept.context);
    if (testInfo.status === testInfo.expectedStatus) await returnContext(kept, own, baseURL ?? "");
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
        if (message.type() === "error" || ONE_BLOCKER.test(message.text()))
          complaints.push(`console: ${message.text()} (${message.location().url})`);
      });
      context.on("weberror", (error) => complaints.push(`page error: ${error.error().stack ?? error.error().message}`));
      context.on("request", (request) => {
        const url = new URL(request.url());
        if (/^(https?|wss?):$/.test(url.protocol) && url.hostname !== host) complaints.push(`request to ${url.href}`);
      });
      await use(undefined);
      await endAdmins();
      expect(complaints.filter((complaint) => !expected.some((pattern) => pattern.test(complaint)))).toEqual([]);
    },
    { auto: true },
  ],
  checkAccessibility: async ({ page }, use) => {
    await use(async (other = page) => {
      // What a page learns from a new size, such as that a table scrolls, is there a frame later.
      await other.evaluate(
        () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
      );
      // The contrast in the middle of a transition does not count, so transitions finish first.
      await other.evaluate(() =>
        Promise.allSettled(
          document
            .getAnimations()
            .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
            .map(({ finished }) => finished),
        ),
      );
      if (!(await other.evaluate(() => "axe" in window))) await other.evaluate(AXE);
      // A frame's own content is foreign or sandboxed, so its element is checked and its content is not.
      const violations = await other.evaluate(async () => {
        const { run } = (window as unknown as { axe: typeof axe }).axe;
        const { violations } = await run(document, { iframes: false, resultTypes: ["violations"] });
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" | ")}`);
      });
      expect(violations).toEqual([]);
    });
  },
});

/**
 * The checker, run once in each document. To read colors is a third of its work, and a page has few: it remembers what it has
 * read. (`remember` runs in the page.)
 */
const AXE = `${readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8")};(${remember})(axe.commons.color.Color.prototype)`;

type Color = { r: number; g: number; b: number; alpha: number };
function remember(colors: { parseString: (this: Color, text: string) => Color }): void {
  const read = colors.parseString;
  const known = new Map<string, Color>();
  colors.parseString = function (text) {
    const { r, g, b, alpha } = known.get(text) ?? read.call(this, text);
    known.set(text, { r, g, b, alpha });
    return Object.assign(this, { r, g, b, alpha });
  };
}

let expected: RegExp[] = [];

/** Spec §8: no row (PGRST116) means no dashboard. The browser logs every 406 to its console. */
const NO_DASHBOARD = /406 .*client_dashboards/;
/** The router's warning: of two questions before leaving a page, it asks only one. */
const ONE_BLOCKER = /one blocker at a time/;
/** The demo's sample pages run no scripts, not even the test's own. */
const SAMPLE_FRAME = /Blocked script execution in '[^']*\/dev\/notion\//;

export { expect };
