import { isbot } from "isbot";
import { landingSource } from "../../domain/landing/landing-source.ts";

/** What is known of somebody who asks for a page. */
export type Visit = {
  host: string;
  query: string;
  address: () => string;
  header: (name: string) => string | undefined;
};

type Counted = { page_id: string; version: number; source: string; views: number; visitors: Set<string> };
type RecordViews = (views: unknown) => Promise<void>;

const EVERY_MS = 1_000;
/** However many come within a second, so much is remembered of them. */
const MOST_SOURCES = 2_000;
const MOST_VISITORS = 50_000;
const MOST_BROWSERS = 2_000;

/**
 * Counts views in memory and hands them over once a second. Who a visitor is stays here for that second; the database keeps
 * the day's hash of it. Programs, prefetches and the page after its own form are not views.
 */
export function createViewCounter(
  record: RecordViews,
  log: (event: string, details: Record<string, unknown>) => void,
  everyMs = EVERY_MS,
) {
  let counted = new Map<string, Counted>();
  let visitors = 0;
  let writing: Promise<void> = Promise.resolve();
  const programs = new Map<string, boolean>();

  const isProgram = (browser: string) => {
    let known = programs.get(browser);
    if (known === undefined) {
      known = browser === "" || isbot(browser);
      if (programs.size >= MOST_BROWSERS) programs.clear();
      programs.set(browser, known);
    }
    return known;
  };

  function count(page: { id: string; version: number }, visit: Visit): void {
    const browser = (visit.header("user-agent") ?? "").slice(0, 500);
    if (isProgram(browser) || isNoVisit(visit)) return;
    const source = landingSource(visit.query, visit.header("referer"), visit.host);
    const place = counted.size < MOST_SOURCES || counted.has(`${page.id} ${page.version} ${source}`) ? source : "other";
    const key = `${page.id} ${page.version} ${place}`;
    let entry = counted.get(key);
    if (!entry) {
      entry = { page_id: page.id, version: page.version, source: place, views: 0, visitors: new Set() };
      counted.set(key, entry);
    }
    entry.views += 1;
    const who = `${visit.address()}\n${browser}`;
    if (visitors < MOST_VISITORS && !entry.visitors.has(who)) {
      entry.visitors.add(who);
      visitors += 1;
    }
  }

  async function write(): Promise<void> {
    if (counted.size === 0) return;
    const batch = counted;
    counted = new Map();
    visitors = 0;
    try {
      await record([...batch.values()].map((entry) => ({ ...entry, visitors: [...entry.visitors] })));
    } catch (error) {
      log("views not counted", { error: error instanceof Error ? error.message : String(error) });
      keepForLater(batch);
    }
  }

  /** A database that is away for a while loses nothing but who came; that would be too much to remember. */
  function keepForLater(batch: Map<string, Counted>): void {
    for (const [key, entry] of batch) {
      const held = counted.get(key);
      if (held) held.views += entry.views;
      else if (counted.size < MOST_SOURCES) counted.set(key, entry);
    }
  }

  const flush = () => {
    writing = writing.then(write);
    return writing;
  };
  const timer = setInterval(() => void flush(), everyMs);
  timer.unref();
  return {
    count,
    flush,
    stop: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}

function isNoVisit({ query, header }: Visit): boolean {
  const purpose = `${header("sec-purpose") ?? ""}${header("purpose") ?? ""}${header("x-moz") ?? ""}`;
  if (/prefetch|preview/i.test(purpose)) return true;
  const kind = header("sec-fetch-dest");
  // A script that fetches its own page is nobody who reads it.
  if (kind !== undefined && kind !== "document") return true;
  return query !== "" && /[?&](sent|problem|preview)=/.test(query);
}
