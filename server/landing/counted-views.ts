/**
 * Views of one page version from one source, and their visitors: an address in its rate-limit form, a newline, the
 * browser.
 */
export type CountedViews = {
  page_id: string;
  version: number;
  source: string;
  views: number;
  visitors: string[];
  /** The running test that they are in. */
  test_id?: string;
};

/** The limits for one second. Views beyond them count without a visitor or source. */
const MAX_SOURCES = 300;
const MAX_VISITORS = 1_000;
const MAX_VISITORS_PER_ADDRESS = 20;

/** The version of a page that was shown, and the test that it was a part of. */
export type SeenPage = { id: string; version: number; testId?: string | undefined };

type Seen = SeenPage & { source: string };

/** Collects the views of one second. */
export function createCountedViews() {
  const entries = new Map<string, Omit<CountedViews, "visitors"> & { visitors: Set<string> }>();
  const ofAddress = new Map<string, number>();
  let visitors = 0;

  function entryOf({ id, version, source, testId }: Seen) {
    const place = `${id} ${version} ${testId ?? ""}`;
    const named = `${place} ${source}`;
    const isKnown = entries.size < MAX_SOURCES || entries.has(named);
    const key = isKnown ? named : `${place} other`;
    let entry = entries.get(key);
    if (!entry) {
      entry = { page_id: id, version, source: isKnown ? source : "other", views: 0, visitors: new Set() };
      if (testId) entry.test_id = testId;
      entries.set(key, entry);
    }
    return entry;
  }

  return {
    add(seen: Seen, views: number, who?: string): void {
      const entry = entryOf(seen);
      entry.views += views;
      if (who === undefined || visitors >= MAX_VISITORS || entry.visitors.has(who)) return;
      const address = who.slice(0, who.indexOf("\n"));
      const before = ofAddress.get(address) ?? 0;
      if (before >= MAX_VISITORS_PER_ADDRESS) return;
      ofAddress.set(address, before + 1);
      entry.visitors.add(who);
      visitors += 1;
    },
    list: (): CountedViews[] => [...entries.values()].map((entry) => ({ ...entry, visitors: [...entry.visitors] })),
  };
}

/** The size of one call. It is small because an embedded database does one thing at a time and others use it too. */
const MAX_VIEWS_PER_CALL = 100;

/** Splits the views into batches that the database stores quickly. */
export function toBatches(counted: CountedViews[]): CountedViews[][] {
  const calls: CountedViews[][] = [];
  let room = 0;
  for (const { visitors, ...entry } of counted)
    for (let at = 0; at === 0 || at < visitors.length; ) {
      if (room < 2) {
        calls.push([]);
        room = MAX_VIEWS_PER_CALL;
      }
      const part = visitors.slice(at, at + room - 1);
      calls.at(-1)?.push({ ...entry, views: at === 0 ? entry.views : 0, visitors: part });
      room -= part.length + 1;
      at += Math.max(1, part.length);
    }
  return calls;
}
