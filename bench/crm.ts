import { join } from "node:path";
import type { SupabaseClient } from "@supabase/supabase-js";
import { type Browser, chromium, type Page } from "playwright-core";
import { findChromium } from "../scripts/find-chromium.ts";
import { startHostProcess } from "../tests/support/host-process.ts";
import { seededDataDirectory } from "../tests/support/seeded-data.ts";
import { signedInClient, signInAs } from "../tests/support/session.ts";
import { addCrmRows } from "./crm-rows.ts";
import { atMost, type Measurement, percentile } from "./measurement.ts";

const LEADS = 100_000;
const ACTIVITIES = 500_000;
const USERS = 10;
const ROUNDS = 6;

const SORTS = ["arrived", "name", "company", "value", "stage", "next_step", "last_activity", "response", "clock"];
const rule = (field: string, is: string, value?: unknown) => ({ field, is, ...(value !== undefined && { value }) });
/** One filter of each kind that the page offers, with common and rare values. */
export const FILTERS = [
  [],
  [rule("stage", "in", ["new", "proposal"])],
  [rule("source", "in", ["referral"]), rule("value", "over", 1_500_000)],
  [rule("owner", "in", ["none"])],
  [rule("tags", "in", ["tag5"])],
  [rule("company", "contains", "mpany 1234")],
  [rule("name", "contains", "nadia r")],
  [rule("phone", "contains", "0009")],
  [rule("arrived", "within_days", 14)],
  [rule("next_task_at", "before", "now")],
  [rule("unanswered", "eq", true)],
  [rule("q", "eq", "nadja rahmi")],
  [rule("q", "eq", "anna")],
].map((rules) => ({ op: "and", rules }));

type Client = Awaited<ReturnType<typeof signedInClient>>["client"];

/**
 * The CRM with 100,000 leads and 500,000 activities: lists for ten people at once, search, the board's first paint, a
 * drag, and scrolling.
 */
export async function measureCrm(): Promise<Measurement[]> {
  const dataDir = await seededDataDirectory();
  await addCrmRows({ directory: join(dataDir, "database") }, LEADS, ACTIVITIES);
  const host = await startHostProcess({ DATA_DIR: dataDir, RATE_LIMIT_SCALE: "0", SIGNAL_OUTAGE_RATE: "0" });
  const { executablePath, env } = await findChromium();
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    env: { ...(process.env as Record<string, string>), ...env },
  });
  try {
    const { client } = await signedInClient(host.url, "admin@example.com");
    const lists = await measureLists(client);
    const counts = await measureCalls(
      client,
      "count_leads_matching",
      FILTERS.map((p_filter) => ({ p_filter })),
    );
    const search = await measureCalls(
      client,
      "search_leads",
      ["nadia rah", "Nadja Rahmi", "anna", "company 123", "5030070", "lead5555@", "zzzz qq"].map((p_query) => ({
        p_query,
      })),
    );
    const drags = await measureDrags(client);
    const board = await measureBoard(browser, host.url);
    const scrolled = await measureScroll(browser, host.url, "board");
    const table = await measureScroll(browser, host.url, "leads");
    const ms = (what: string, samples: number[], share: number, target: number) =>
      atMost(what, percentile(samples, share), target, "ms", `p50 ${percentile(samples, 0.5).toFixed(0)} ms`);
    return [
      ms("board's columns with totals, server and network, p50", board.answered, 0.5, 500),
      ms("board drawn after a click on it, p50", board.drawn, 0.5, 500),
      ms(`leads page, ${FILTERS.length} filters in every order, ${USERS} users, p95`, lists, 0.95, 150),
      ms("count of a filter, p95", counts, 0.95, 500),
      ms("search, p95", search, 0.95, 150),
      ms("drag saved, p95", drags, 0.95, 100),
      ms("board, longest frame while scrolling", scrolled, 1, 50),
      ms("table, longest frame while scrolling", table, 1, 50),
    ];
  } finally {
    await browser.close();
    await host.dispose();
  }
}

async function timed(client: Client, name: string, args: object): Promise<number> {
  const started = performance.now();
  const { error } = await (client as SupabaseClient).rpc(name, args);
  if (error) throw new Error(`${name}: ${error.message}`);
  return performance.now() - started;
}

/** Ten people, each with a different query every quarter of a second, like people who look at the results. */
async function measureLists(client: Client): Promise<number[]> {
  const questions = FILTERS.flatMap((p_filter) =>
    SORTS.flatMap((sort) => [sort, `-${sort}`]).map((p_sort) => ({ p_filter, p_sort, p_limit: 50 })),
  );
  const samples: number[] = [];
  // The first run does not count, because no one works in a host's first seconds.
  for (const p_filter of FILTERS) await timed(client, "list_leads", { p_filter, p_sort: "-arrived", p_limit: 50 });
  await Promise.all(
    Array.from({ length: USERS }, async (_, user) => {
      for (let at = user; at < questions.length; at += USERS) {
        await new Promise((resolve) => setTimeout(resolve, 2_500 * Math.random()));
        samples.push(await timed(client, "list_leads", questions[at] ?? {}));
      }
    }),
  );
  return samples;
}

async function measureCalls(client: Client, name: string, questions: object[]): Promise<number[]> {
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round++)
    for (const question of questions) {
      const took = await timed(client, name, question);
      if (round > 0) samples.push(took);
    }
  return samples;
}

async function measureDrags(client: Client): Promise<number[]> {
  const { data } = await client.rpc("crm_board_column", { p_stage: "connected", p_limit: 40 });
  const { rows } = data as { rows: { id: string; version: number }[] };
  const samples: number[] = [];
  for (const { id, version } of rows) {
    const change = { p_batch_id: crypto.randomUUID(), p_lead_ids: [id], p_changes: { stage: "qualified" } };
    samples.push(await timed(client, "change_leads", { ...change, p_seen_version: version }));
  }
  return samples.slice(5);
}

async function openAs(browser: Browser, url: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await signInAs(page as Parameters<typeof signInAs>[0], url, "admin@example.com");
  return page;
}

/** From a click on Board, with the frame already loaded, until every column shows its totals and cards. */
async function measureBoard(browser: Browser, url: string): Promise<{ answered: number[]; drawn: number[] }> {
  const page = await openAs(browser, url);
  const samples = { answered: [] as number[], drawn: [] as number[] };
  for (let run = 0; run <= ROUNDS; run++) {
    await page.goto(`${url}/crm/import`);
    const link = page.getByRole("link", { name: "Board" }).first();
    await link.waitFor();
    const started = performance.now();
    await link.click();
    await page.waitForFunction(() => document.querySelectorAll("[data-stage] [data-lead]").length > 30);
    const drawn = performance.now() - started;
    // From the screen's first request to the end of the last response that its columns need.
    const answered = await page.evaluate(() => {
      const calls = (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).filter(({ name }) =>
        name.includes("/rpc/crm_board"),
      );
      return Math.max(...calls.map((call) => call.responseEnd)) - Math.min(...calls.map((call) => call.startTime));
    });
    if (run === 0) continue;
    samples.drawn.push(drawn);
    samples.answered.push(answered);
  }
  await page.context().close();
  return samples;
}

/** The time between frames during scrolling, by the page's own clock. */
async function measureScroll(browser: Browser, url: string, screen: string): Promise<number[]> {
  const page = await openAs(browser, url);
  await page.goto(`${url}/crm/${screen}`);
  await page.locator("[data-lead]").first().waitFor();
  await page.waitForTimeout(1_500);
  await page.mouse.move(420, 500);
  await page.evaluate(() => {
    const frames: number[] = [];
    let before = performance.now();
    const next = (now: number) => {
      // The page's clock is coarse: three screen refreshes are 50.0 or 50.1 ms.
      frames.push(Math.round(now - before));
      before = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    (window as unknown as { frames: number[] }).frames = frames;
  });
  for (let turn = 0; turn < 60; turn++) {
    await page.mouse.wheel(0, 400);
    await page.waitForTimeout(30);
  }
  const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames);
  await page.context().close();
  return frames.slice(2);
}
