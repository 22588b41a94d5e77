import type { VisitReport } from "../../domain/landing/visit-report.ts";

/** A report, and who sent it: an address in its rate-limit form, a newline, the browser. */
export type CollectedVisit = VisitReport & { page_id: string; visitor: string };

const FLUSH_INTERVAL_MS = 1_000;
/** The limits for one second. Reports beyond them are left out of the sums. */
const MAX_VISITS = 1_000;
const MAX_PER_ADDRESS = 20;
const MAX_PER_CALL = 100;

/**
 * Collects what visitors report, and stores it a second or two later: their view comes first, because only visitors whose view was
 * counted are in the sums. Reports that can't be stored are dropped, because sums need no single visit.
 */
export function createVisitCollector(
  record: (visits: CollectedVisit[]) => Promise<void>,
  log: (event: string, details: Record<string, unknown>) => void,
  everyMs = FLUSH_INTERVAL_MS,
) {
  let [young, old] = [new Map<string, CollectedVisit>(), new Map<string, CollectedVisit>()];
  let ofAddress = new Map<string, number>();
  let writing: Promise<void> = Promise.resolve();

  function add(pageId: string, visitor: string, report: VisitReport): void {
    const key = `${pageId} ${visitor}`;
    const address = visitor.slice(0, visitor.indexOf("\n"));
    const before = ofAddress.get(address) ?? 0;
    if (young.size >= MAX_VISITS || before >= MAX_PER_ADDRESS || young.has(key) || old.has(key)) return;
    ofAddress.set(address, before + 1);
    young.set(key, { ...report, page_id: pageId, visitor });
  }

  async function write(): Promise<void> {
    const visits = [...old.values()];
    [young, old] = [new Map(), young];
    ofAddress = new Map();
    for (let at = 0; at < visits.length; at += MAX_PER_CALL)
      try {
        await record(visits.slice(at, at + MAX_PER_CALL));
      } catch (error) {
        log("visits not counted", { error: error instanceof Error ? error.message : String(error) });
      }
  }

  const flush = () => {
    writing = writing.then(write);
    return writing;
  };
  const timer = setInterval(() => void flush(), everyMs);
  timer.unref();
  return {
    add,
    flush,
    stop: async () => {
      clearInterval(timer);
      await flush();
      await flush();
    },
  };
}
