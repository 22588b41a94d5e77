import { defineConfig } from "@playwright/test";
import { hasSharedMemory } from "./scripts/shared-memory.ts";

const executablePath = process.env.TEST_CHROMIUM;

/** Started by scripts/run-playwright.ts, which brings the browser and a fresh host. */
export default defineConfig({
  testDir: "tests/e2e",
  fullyParallel: true,
  // Twice the cores that the tests are meant for: a journey waits half of its time.
  workers: 4,
  forbidOnly: Boolean(process.env.CI),
  // A journey that fails and then passes is listed at the end as flaky: fix it.
  retries: 2,
  // Only a journey that fails waits this long, so a machine that is slow for a while fails none.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [["line"], ["json"]],
  outputDir: "test-results",
  use: {
    baseURL: process.env.TEST_HOST_URL,
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    timezoneId: "America/New_York",
    // Half of a browser's work here would be frames of animations; journeys about motion ask for it, and TEST_MOTION=1 gives it to all.
    contextOptions: { reducedMotion: process.env.TEST_MOTION ? "no-preference" : "reduce" },
    // Recording each test costs a third of the time: TEST_TRACE=1 records those that fail.
    trace: process.env.TEST_TRACE ? "retain-on-failure" : "off",
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Playwright lets the browser keep its shared memory in files, because a container's memory for it is often too small.
      ignoreDefaultArgs: hasSharedMemory() ? ["--disable-dev-shm-usage"] : [],
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // Pages live for seconds: the slow compilers are not worth their time, and a larger nursery saves most collections.
        "--js-flags=--no-opt --no-maglev --min-semi-space-size=16",
        // Processes that start in case they are needed.
        "--disable-features=SpareRendererForSitePerProcess,Prerender2,Translate,MediaRouter,OptimizationHints",
      ],
    },
  },
});
