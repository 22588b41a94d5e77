import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { DatabaseConnection } from "../database/connect.ts";
import { query } from "../database/query.ts";
import type { BlobStore } from "./blob-store.ts";
import type { DerivedImages } from "./derived-images.ts";

type Parts = { connection: DatabaseConnection; store: BlobStore; derived: DerivedImages; incoming: string };
type Log = (error: unknown, path: string) => void;

/** No upload takes this long. */
const PARTIAL_AGE_MS = 3_600_000;
const BATCH = 200;
const REMOVED_EVERY_MS = 15_000;
const CHECK_EVERY_MS = 3_600_000;

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
  const check = () => enqueue(() => checkStore(parts, log));
  const timers = [setInterval(soon, REMOVED_EVERY_MS), setInterval(check, CHECK_EVERY_MS)];
  for (const timer of timers) timer.unref();
  soon();
  check();
  return {
    soon,
    async stop() {
      timers.forEach(clearInterval);
      await round;
    },
  };
}

/**
 * Deletes content that the database has noted: its row was deleted or has newer content, or its upload has no row after an
 * hour. Returns how much.
 */
export async function deleteRemoved({ connection, store, derived }: Parts): Promise<number> {
  let removed = 0;
  for (;;) {
    const rows = await query<{ version: string; used: boolean }>(
      connection,
      `select gone.version, exists (select from storage.objects as file where file.version = gone.version) as used
       from private.removed_blobs as gone where gone.delete_at <= now() order by gone.delete_at limit ${BATCH}`,
    );
    for (const { version, used } of rows) {
      if (used) continue;
      await store.remove(version);
      await derived.forget(version);
      removed += 1;
    }
    await query(connection, "delete from private.removed_blobs where version = any($1::text[])", [
      rows.map((row) => row.version),
    ]);
    if (rows.length < BATCH) return removed;
  }
}

/** Deletes partial uploads and sizes that no one needs, and reports rows whose content is missing. Returns how many. */
export async function checkStore(parts: Parts, log: Log, now = Date.now()): Promise<number> {
  const { store, derived, incoming } = parts;
  await deleteOldFiles(incoming, now);
  for (const version of await withoutRow(parts, await derived.versions())) await derived.forget(version);
  await derived.trim();
  const present = new Set<string>();
  for await (const { id } of store.list()) present.add(id);
  const missing = await findMissing(parts, present, new Date(now));
  for (const version of missing) log(new Error(`The content ${version} is missing`), "storage cleanup");
  return missing.length;
}

async function withoutRow({ connection }: Parts, ids: string[]): Promise<string[]> {
  const text =
    "select given.id from unnest($1::text[]) as given (id) where not exists (select from storage.objects as file where file.version = given.id)";
  return (await query<{ id: string }>(connection, text, [ids])).map(({ id }) => id);
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
    if (found && now - found.mtimeMs > PARTIAL_AGE_MS) await rm(path, { force: true });
  }
}
