import type { StaticFile } from "../pages/static-files.ts";
import type { LandingIndex, LandingSource } from "./load-landing.ts";

/** A page as it is sent, and what is counted when it is. */
export type LandingFile = StaticFile & { page: { id: string; version: number } };

/** What is remembered counts for so long; a published change is live before a second is over. */
const TTL_MS = 900;
/** From this age on the next visitor has the database asked behind their back, so that none of them waits. */
const REVALIDATE_AFTER_MS = 400;
const MAX_PAGES = 500;

type Build = (id: string, onDomain: boolean) => Promise<LandingFile | null>;

/**
 * Landing pages in memory. Every second at most the database's stamp is asked: while it is the same, everything remembered
 * is right; when it is not, everything is forgotten.
 */
export function createLandingCache(
  source: LandingSource,
  build: Build,
  now: () => number = performance.now.bind(performance),
) {
  let index: LandingIndex | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let changedAt = Number.NEGATIVE_INFINITY;
  let revalidating: Promise<void> | undefined;
  let files = new Map<string, LandingFile>();
  let loading = new Map<string, Promise<LandingFile | null>>();

  async function check(): Promise<void> {
    const began = now();
    if (!index || (await source.stamp()) !== index.stamp) {
      index = await source.index();
      // Those who are still loading an old page put it where nobody looks any more.
      files = new Map();
      loading = new Map();
    }
    checkedAt = began;
  }
  const revalidate = () => {
    revalidating ??= check().finally(() => {
      revalidating = undefined;
    });
    return revalidating;
  };
  const age = () => (checkedAt >= changedAt ? now() - checkedAt : Number.POSITIVE_INFINITY);
  const keyOf = (id: string, onDomain: boolean) => `${onDomain ? "domain" : "site"} ${id}`;

  return {
    /** What there was last time, or nothing before the first. */
    lastIndex: () => index,
    /** What is there now; undefined when that has to be asked first. Also when memory holds it, it is renewed in time. */
    current(): LandingIndex | undefined {
      const old = age();
      if (old >= TTL_MS) return undefined;
      if (old >= REVALIDATE_AFTER_MS) revalidate().catch(() => undefined);
      return index;
    },
    /** What is there now. Throws when the database does not say. */
    async load(): Promise<LandingIndex> {
      // A check that is under way may have begun before a change that the asker knows of: it counts by when it began.
      while (age() >= TTL_MS) await revalidate();
      return index as LandingIndex;
    },
    /** Something was changed by way of this host: whoever asks next is told what is there then. */
    changed(): void {
      changedAt = now();
    },
    cachedFile: (id: string, onDomain: boolean) => files.get(keyOf(id, onDomain)),
    /** The page, made once however many ask; null when it is gone. */
    async file(id: string, onDomain: boolean): Promise<LandingFile | null> {
      const key = keyOf(id, onDomain);
      const [currentFiles, currentLoading] = [files, loading];
      const cached = currentFiles.get(key);
      if (cached) return cached;
      const pending = currentLoading.get(key) ?? build(id, onDomain).finally(() => currentLoading.delete(key));
      currentLoading.set(key, pending);
      const made = await pending;
      if (made) {
        if (currentFiles.size >= MAX_PAGES) currentFiles.delete(currentFiles.keys().next().value as string);
        currentFiles.set(key, made);
      }
      return made;
    },
  };
}
