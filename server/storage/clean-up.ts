import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { DatabaseConnection } from "../database/connect.ts";
import { query } from "../database/query.ts";
import type { BlobStore } from "./blob-store.ts";
import type { DerivedImages } from "./derived-images.ts";

type Parts = { connection: DatabaseConnection; store: BlobStore; derived: DerivedImages; incoming: string };
type Log = (error: unknown, path: string) => void;

/** Content without a row may belong to an upload whose row is not committed yet, but not for an hour. */
const ORPHAN_AGE_MS = 3_600_000;
const BATCH = 200;
const REMOVED_EVERY_MS = 15_000;
const ORPHANS_EVERY_MS = 3_600_000;

export type CleanUp = {
  /** Starts a round for replaced and deleted content, and does not wait for it. */
  soon: () => void;
  stop: () => Promise<void>;
};

/** The timer of the cleanup. It runs once at the start, for what a crash has left. Rounds never overlap. */
export function startCleanUp(parts: Parts, log: Log): CleanUp {
  let round: Promise<unknown> = Promise.resolve();
  let waiting = false;
  const enqueue = (work: () => Promise<unknown>) => {
    round = round.then(work).catch((error) => log(error, "storage cleanup"));
  };
  const soon = () => {
    if (waiting) return;
    waiting = true;
    enqueue(() => {
      waiting = false;
      return deleteRemoved(parts);
    });
  };
  const everything = () => enqueue(() => cleanUp(parts, log));
  const timers = [setInterval(soon, REMOVED_EVERY_MS), setInterval(everything, ORPHANS_EVERY_MS)];
  for (const timer of timers) timer.unref();
  soon();
  everything();
  return {
    soon,
    async stop() {
      timers.forEach(clearInterval);
      await round;
    },
  };
}

/** Deletes content whose row was deleted or has newer content. The database notes it in the same transaction. */
async function deleteRemoved({ connection, store, derived }: Parts): Promise<number> {
  let removed = 0;
  for (;;) {
    const rows = await query<{ version: string; used: boolean }>(
      connection,
      `select gone.version, exists (select from storage.objects as file where file.version = gone.version) as used
       from private.removed_blobs as gone order by gone.removed_at limit ${BATCH}`,
    );
    for (const { version, used } of rows) {
      if (used) continue;
      await store.remove(version);
      await derived.forget(version);
    }
    await query(connection, "delete from private.removed_blobs where version = any($1::text[])", [
      rows.map((row) => row.version),
    ]);
    removed += rows.length;
    if (rows.length < BATCH) return removed;
  }
}

/**
 * Deletes what crashes leave: content and sizes of images without a row, and partial uploads, all older than an hour.
 * Reports rows whose content is missing.
 */
export async function cleanUp(parts: Parts, log: Log, now = Date.now()): Promise<{ orphans: number; missing: number }> {
  const { store, derived, incoming } = parts;
  const startedAt = new Date(now);
  const present = new Set<string>();
  const old: string[] = [];
  for await (const { id, storedAt } of store.list()) {
    present.add(id);
    if (now - storedAt.getTime() > ORPHAN_AGE_MS) old.push(id);
  }
  const orphans = await withoutRow(parts, old);
  for (const id of orphans) await store.remove(id);
  for (const version of await withoutRow(parts, await derived.versions())) await derived.forget(version);
  await derived.trim();
  await deleteOldFiles(incoming, now);
  const missing = await findMissing(parts, present, startedAt);
  for (const version of missing) log(new Error(`The content ${version} is missing`), "storage cleanup");
  return { orphans: orphans.length, missing: missing.length };
}

async function withoutRow({ connection }: Parts, ids: string[]): Promise<string[]> {
  const orphans: string[] = [];
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH);
    const rows = await query<{ version: string }>(
      connection,
      "select version from storage.objects where version = any($1::text[])",
      [batch],
    );
    const used = new Set(rows.map((row) => row.version));
    orphans.push(...batch.filter((id) => !used.has(id)));
  }
  return orphans;
}

/** Versions of rows that are older than the listing and not in it. */
async function findMissing({ connection }: Parts, present: Set<string>, before: Date): Promise<string[]> {
  const missing: string[] = [];
  for (let last = ""; ; ) {
    const rows = await query<{ version: string }>(
      connection,
      "select version from storage.objects where version > $1 and updated_at < $2 order by version limit 1000",
      [last, before.toISOString()],
    );
    missing.push(...rows.map((row) => row.version).filter((version) => !present.has(version)));
    if (rows.length < 1000) return missing;
    last = rows.at(-1)?.version ?? "";
  }
}

async function deleteOldFiles(directory: string, now: number): Promise<void> {
  for (const name of await readdir(directory).catch(() => [])) {
    const path = join(directory, name);
    const found = await stat(path).catch(() => undefined);
    if (found && now - found.mtimeMs > ORPHAN_AGE_MS) await rm(path, { force: true });
  }
}
