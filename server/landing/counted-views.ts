/** Views of one version of a page by one way, and who came: an address as limits count it, a newline, the browser. */
export type CountedViews = { page_id: string; version: number; source: string; views: number; visitors: string[] };

/** However many come within a second, so much is remembered of them; what is beyond is a view of nobody in particular. */
const MAX_SOURCES = 300;
const MAX_VISITORS = 1_000;
const MAX_VISITORS_PER_ADDRESS = 20;

/** Who came, as the database takes it. */
export function visitorOf(address: string, browser: string): string {
  return `${address}\n${browser}`;
}

type Seen = { id: string; version: number; source: string };

/** The views of one second. */
export function createCountedViews() {
  const entries = new Map<string, Omit<CountedViews, "visitors"> & { visitors: Set<string> }>();
  const ofAddress = new Map<string, number>();
  let visitors = 0;

  function entryOf({ id, version, source }: Seen) {
    const named = `${id} ${version} ${source}`;
    const isKnown = entries.size < MAX_SOURCES || entries.has(named);
    const key = isKnown ? named : `${id} ${version} other`;
    let entry = entries.get(key);
    if (!entry) {
      entry = { page_id: id, version, source: isKnown ? source : "other", views: 0, visitors: new Set() };
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

/** What one call takes: the database belongs to others as well, and an embedded one does one thing at a time. */
const MAX_VIEWS_PER_CALL = 100;

/** The same views in lists that the database deals with in a moment each. */
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
