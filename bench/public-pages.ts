import lighthouse from "lighthouse";
import { type Browser, chromium } from "playwright-core";
import { findChromium } from "../scripts/find-chromium.ts";
import { freePort } from "../tests/support/host-process.ts";
import { listSitePages } from "../tests/support/site-pages.ts";
import { atLeast, atMost, type Measurement, percentile } from "./measurement.ts";

const RUNS = 3;
const CATEGORIES = { performance: 99, accessibility: 100, "best-practices": 100, seo: 100 } as const;
type Category = keyof typeof CATEGORIES;
export type Visit = Record<Category | "shift" | "scriptKb" | "viewKb", number>;

/**
 * Loads every public page three times in Lighthouse's phone mode and takes the median of each figure, plus the transfer
 * size of its first view. Prints the worst page for each figure, because the promises are for every page.
 */
export async function measurePublicPages(hostUrl: string): Promise<Measurement[]> {
  const pages = await listSitePages(hostUrl);
  const medians = await visitPages(hostUrl, pages);
  const worst = (key: keyof Visit, sign: 1 | -1) =>
    medians.toSorted((a, b) => sign * (a.visit[key] - b.visit[key]))[0] as (typeof medians)[number];
  const over = `worst of ${pages.length} pages, median of ${RUNS}`;
  const highest = ([key, what, target, unit]: [keyof Visit, string, number, string]) => {
    const { path, visit } = worst(key, -1);
    return atMost(what, visit[key], target, unit, `${over}: ${path}`);
  };
  return [
    ...lowestScores("Lighthouse mobile", medians),
    highest(["scriptKb", "JavaScript before interaction, brotli", 5, "kB"]),
    highest(["viewKb", "whole first view (HTML, CSS, fonts, JS), brotli", 120, "kB"]),
    highest(["shift", "layout shift", 0, "CLS"]),
  ];
}

/** The lowest of each score over all pages, with the target for every page. */
export function lowestScores(what: string, medians: { path: string; visit: Visit }[]): Measurement[] {
  return (Object.keys(CATEGORIES) as Category[]).map((key) => {
    const { path, visit } = medians.toSorted((a, b) => a.visit[key] - b.visit[key])[0] as (typeof medians)[number];
    const over = `worst of ${medians.length} pages, median of ${RUNS}`;
    return atLeast(`${what}, ${key}`, visit[key], CATEGORIES[key], "points", `${over}: ${path}`);
  });
}

/** Loads each page three times in Lighthouse's phone mode. Returns the median of each figure. */
export async function visitPages(hostUrl: string, pages: string[]): Promise<{ path: string; visit: Visit }[]> {
  const port = await freePort();
  const browser = await launch(port);
  const medians: { path: string; visit: Visit }[] = [];
  try {
    for (const path of pages) {
      const visits: Visit[] = [];
      for (let run = 0; run < RUNS; run++) visits.push(await visitOnce(`${hostUrl}${path}`, port));
      const visit = Object.fromEntries(
        Object.keys(visits[0] as Visit).map((key) => [
          key,
          percentile(
            visits.map((each) => each[key as Category]),
            0.5,
          ),
        ]),
      ) as Visit;
      medians.push({ path, visit });
      console.log(path, JSON.stringify(visit));
    }
  } finally {
    await browser.close();
  }
  return medians;
}

async function visitOnce(url: string, port: number): Promise<Visit> {
  const result = await lighthouse(url, {
    port,
    output: "json",
    logLevel: "silent",
    onlyCategories: Object.keys(CATEGORIES),
  });
  if (!result) throw new Error(`Lighthouse could not read ${url}`);
  const { categories, audits } = result.lhr;
  const details = audits["network-requests"]?.details as { items?: { resourceType: string; transferSize: number }[] };
  const size = (types: RegExp) =>
    (details.items ?? [])
      .filter(({ resourceType }) => types.test(resourceType))
      .reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000;
  const score = (key: Category) => Math.round((categories[key]?.score ?? 0) * 100);
  for (const key of Object.keys(CATEGORIES) as Category[])
    for (const { id } of categories[key]?.auditRefs ?? []) {
      const audit = audits[id];
      if (key !== "performance" && audit?.score === 0) console.log(`  ${url} ${key}: ${audit.title}`);
    }
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    "best-practices": score("best-practices"),
    seo: score("seo"),
    shift: audits["cumulative-layout-shift"]?.numericValue ?? 1,
    scriptKb: size(/^Script$/),
    viewKb: size(/^(Document|Stylesheet|Font|Script)$/),
  };
}

async function launch(port: number): Promise<Browser> {
  const { executablePath, env } = await findChromium();
  return chromium.launch({
    executablePath,
    args: [`--remote-debugging-port=${port}`, "--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    env: { ...(process.env as Record<string, string>), ...env },
  });
}
