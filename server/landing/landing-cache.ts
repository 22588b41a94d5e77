import type { StaticFile } from "../pages/static-files.ts";
import type { ServedTest } from "./assign-variant.ts";
import type { SeenPage } from "./counted-views.ts";
import type { LandingIndex, LandingSource } from "./load-landing.ts";

/** A version of a page ready to send, and what to count its views for. */
export type LandingFile = StaticFile & { page: SeenPage };
/** The live version of a page, and all variants of its running test. */
export type LandingFiles = { live: LandingFile; test?: ServedTest<{ weight: number; file: LandingFile }> };

/** How long a cached answer is valid. Published changes appear within a second. */
const TTL_MS = 900;
/** From this age on, the next request triggers a refresh in the background, so that no visitor waits. */
const REVALIDATE_AFTER_MS = 400;
const MAX_PAGES = 500;

type Build = (id: string, onDomain: boolean) => Promise<LandingFiles | null>;

/**
 * Landing pages in memory. The cache reads the database's stamp at least once a second under load. If the stamp has
 * changed, it drops everything.
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
  let files = new Map<string, LandingFiles>();
  let loading = new Map<string, Promise<LandingFiles | null>>();

  async function check(): Promise<void> {
    const began = now();
    if (!index || (await source.stamp()) !== index.stamp) {
      index = await source.index();
      // Pages that are still loading go into the old maps, which no one reads anymore.
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
    /** The last known index. Undefined before the first load. */
    lastIndex: () => index,
    /** The current index. Undefined if it must be loaded first. Starts a refresh before the index expires. */
    current(): LandingIndex | undefined {
      const old = age();
      if (old >= TTL_MS) return undefined;
      if (old >= REVALIDATE_AFTER_MS) revalidate().catch(() => undefined);
      return index;
    },
    /** Loads the current index. Throws if the database does not answer. */
    async load(): Promise<LandingIndex> {
      // A running check may have started before a change that the caller knows of, so its start time counts.
      while (age() >= TTL_MS) await revalidate();
      return index as LandingIndex;
    },
    /** Call this after a change through this host. The next request then loads the new state. */
    changed(): void {
      changedAt = now();
    },
    cachedFiles: (id: string, onDomain: boolean) => files.get(keyOf(id, onDomain)),
    /** The page, rendered once for all parallel requests. Null if it no longer exists. */
    async files(id: string, onDomain: boolean): Promise<LandingFiles | null> {
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
