import { landingSource } from "../../domain/landing/landing-source.ts";
import { type CountedViews, createCountedViews, type SeenPage, toBatches } from "./counted-views.ts";
import { isVisit, type Visit } from "./is-visit.ts";
import { createVisitorReader } from "./read-visitor.ts";

type RecordViews = (views: CountedViews[]) => Promise<void>;

const FLUSH_INTERVAL_MS = 1_000;

/**
 * Counts views in memory and stores them once a second. A visitor's address stays here for that second; the database
 * keeps only a hash that changes daily. Programs are not counted.
 */
export function createViewCounter(
  record: RecordViews,
  log: (event: string, details: Record<string, unknown>) => void,
  everyMs = FLUSH_INTERVAL_MS,
) {
  let counted = createCountedViews();
  let writing: Promise<void> = Promise.resolve();
  const readVisitor = createVisitorReader();

  /** Counts a view. A caller that has read the visitor names them, because reading takes longer than counting. */
  function count(page: SeenPage, visit: Visit, visitor: string | null = readVisitor(visit)): void {
    if (visitor === null || !isVisit(visit)) return;
    const source = landingSource(visit.query, visit.header("referer"), visit.host);
    counted.add({ ...page, source }, 1, visitor);
  }

  async function write(): Promise<void> {
    const calls = toBatches(counted.list());
    counted = createCountedViews();
    for (const [at, views] of calls.entries())
      try {
        await record(views);
      } catch (error) {
        log("views not counted", { error: error instanceof Error ? error.message : String(error) });
        return requeue(calls.slice(at).flat());
      }
  }

  /**
   * After a failure, every view is kept but only a limited number of visitors, because all of them would take too much
   * memory.
   */
  function requeue(left: CountedViews[]): void {
    for (const { page_id: id, version, source, views, visitors, test_id: testId } of left) {
      const seen = { id, version, source, testId };
      counted.add(seen, views);
      for (const who of visitors) counted.add(seen, 0, who);
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
