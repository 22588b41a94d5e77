import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DatabaseConnection } from "../../server/database/connect.ts";
import { query } from "../../server/database/query.ts";
import { checkStore, deleteRemoved } from "../../server/storage/clean-up.ts";
import { createDerivedImages } from "../../server/storage/derived-images.ts";
import { createFileStore } from "../../server/storage/file-store.ts";
import { readTransform } from "../../server/storage/image-transform.ts";
import { openMigrated } from "../support/database-snapshot.ts";
import { temporaryDirectory } from "../support/host-process.ts";
import { picture } from "../support/stored-files.ts";

const directory = temporaryDirectory();
const [incoming, sizes] = [join(directory, "incoming"), join(directory, "sizes")];
const store = createFileStore(join(directory, "content"));
let connection: DatabaseConnection;
beforeAll(async () => {
  mkdirSync(incoming);
  connection = await openMigrated();
});
afterAll(async () => {
  await connection?.close();
  rmSync(directory, { recursive: true });
});

const past = new Date(Date.now() - 2 * 3_600_000);

async function addContent(): Promise<string> {
  const [id, path] = [randomUUID(), join(incoming, randomUUID())];
  writeFileSync(path, "content");
  await store.put(id, { path, size: 7, sha256: "" });
  return id;
}

const addRow = (version: string, name: string) =>
  query(connection, "insert into storage.objects (bucket_id, name, version, updated_at) values ('brand', $1, $2, $3)", [
    name,
    version,
    past.toISOString(),
  ]);

/** Notes content as an upload does before it stores it. */
const note = (version: string, hours: number) =>
  query(
    connection,
    "insert into private.removed_blobs (version, delete_at) values ($1, now() + make_interval(hours => $2))",
    [version, hours],
  );

async function contentIds(): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of store.list()) ids.push(id);
  return ids.sort();
}

test("The cleanup deletes content whose upload has no row after an hour, and nothing that the database has not noted", async () => {
  const parts = { connection, store, derived: createDerivedImages(sizes), incoming };
  const [kept, orphan, arriving, foreign] = [
    await addContent(),
    await addContent(),
    await addContent(),
    await addContent(),
  ];
  await note(kept, 1);
  await note(orphan, -1);
  await note(arriving, 1);
  // The row removes the note of its content.
  await addRow(kept, "kept.png");
  const noted = await query<{ version: string }>(
    connection,
    "select version from private.removed_blobs order by delete_at",
  );
  expect(noted.map(({ version }) => version)).toEqual([orphan, arriving]);
  const transform = readTransform({ width: "32" }, "image/webp", "image/png");
  for (const version of [kept, orphan])
    await parts.derived.get(version, transform, async () => Readable.from([await picture()]));
  expect(await deleteRemoved(parts)).toBe(1);
  expect(await contentIds()).toEqual([kept, arriving, foreign].sort());
  expect(readdirSync(sizes)).toEqual([kept]);
});

test("The check deletes old partial uploads and sizes without a row, and reports rows without content", async () => {
  const parts = { connection, store, derived: createDerivedImages(sizes), incoming };
  const [lost, gone] = [randomUUID(), randomUUID()];
  await addRow(lost, "lost.png");
  for (const [name, time] of [
    ["half", past],
    ["running", new Date()],
  ] as const) {
    writeFileSync(join(incoming, name), "half");
    utimesSync(join(incoming, name), time, time);
  }
  const transform = readTransform({ width: "32" }, "image/webp", "image/png");
  await parts.derived.get(gone, transform, async () => Readable.from([await picture()]));
  const before = await contentIds();
  const reports: string[] = [];
  expect(await checkStore(parts, (error) => void reports.push((error as Error).message))).toBe(1);
  expect(reports).toEqual([`The content ${lost} is missing`]);
  expect(await contentIds()).toEqual(before);
  expect(readdirSync(incoming)).toEqual(["running"]);
  expect(readdirSync(sizes)).not.toContain(gone);
});

test("The cache of sizes stays within its limit, and the sizes used last stay", async () => {
  const derived = createDerivedImages(join(directory, "few"), 1);
  const version = randomUUID();
  const original = await picture(400, 300);
  const made = await derived.get(version, readTransform({ width: "64" }, "", "image/png"), async () =>
    Readable.from([original]),
  );
  expect(existsSync(made.path)).toBe(true);
  await derived.trim();
  expect(existsSync(made.path)).toBe(false);
  const roomy = createDerivedImages(join(directory, "few"), made.size * 2);
  for (const [at, width] of ["64", "32"].entries()) {
    const size = await roomy.get(version, readTransform({ width }, "", "image/png"), async () =>
      Readable.from([original]),
    );
    const used = new Date(past.getTime() + at * 60_000);
    utimesSync(size.path, used, used);
  }
  await createDerivedImages(join(directory, "few"), made.size).trim();
  expect(readdirSync(join(directory, "few", version))).toEqual(["32xauto-cover-q80.png"]);
});
