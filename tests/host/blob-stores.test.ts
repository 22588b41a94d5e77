import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { StartError } from "../../server/environment/environment.ts";
import type { BlobStore } from "../../server/storage/blob-store.ts";
import { createFileStore } from "../../server/storage/file-store.ts";
import { createS3Store, readStorageUrl } from "../../server/storage/s3-store.ts";
import { temporaryDirectory } from "../support/host-process.ts";
import { type S3Server, startS3Server } from "../support/s3-server.ts";

const directory = temporaryDirectory();
let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(async () => {
  await s3?.close();
  rmSync(directory, { recursive: true });
});

/** A local file, as an upload leaves it. */
function localFile(content: Buffer) {
  const path = join(directory, randomUUID());
  writeFileSync(path, content);
  return { path, size: content.length, sha256: createHash("sha256").update(content).digest("hex") };
}

async function idsOf(store: BlobStore): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of store.list()) ids.push(id);
  return ids.sort();
}

const STORES: Record<string, () => BlobStore> = {
  "files in a directory": () => createFileStore(join(directory, "content")),
  "an S3-compatible store": () => createS3Store(readStorageUrl(s3.storageUrl)),
};

describe.each(Object.entries(STORES))("Content in %s", (_, open) => {
  test("is read back whole and in parts", async () => {
    const store = open();
    const [id, content] = [randomUUID(), Buffer.from("0123456789".repeat(100_000))];
    await store.put(id, localFile(content));
    const whole = await store.get(id);
    expect(whole && (await buffer(whole)).equals(content)).toBe(true);
    const part = await store.get(id, { start: 10, end: 19 });
    expect(part && String(await buffer(part))).toBe("0123456789");
    const tail = await store.get(id, { start: content.length - 3, end: content.length - 1 });
    expect(tail && String(await buffer(tail))).toBe("789");
  });

  test("may be empty", async () => {
    const store = open();
    const id = randomUUID();
    await store.put(id, localFile(Buffer.alloc(0)));
    const read = await store.get(id);
    expect(read && (await buffer(read)).length).toBe(0);
  });

  test("is listed with its time until it is removed, and removing it again is no error", async () => {
    const store = open();
    const ids: string[] = [randomUUID(), randomUUID()];
    const before = Date.now() - 2000;
    for (const id of ids) await store.put(id, localFile(Buffer.from(id)));
    const found = new Map<string, Date>();
    for await (const { id, storedAt } of store.list()) found.set(id, storedAt);
    for (const id of ids) expect(found.get(id)?.getTime()).toBeGreaterThan(before);
    for (const id of [...ids, ...ids]) await store.remove(id);
    expect((await idsOf(store)).filter((id) => ids.includes(id))).toEqual([]);
    expect(await store.get(ids[0] ?? "")).toBeUndefined();
  });

  test("has only ids of ours, so that no id becomes another path", async () => {
    const store = open();
    for (const id of ["../secrets.json", "a", "", `${randomUUID()}/x`]) {
      await expect(async () => store.get(id)).rejects.toThrow("isn't the id");
      await expect(async () => store.put(id, localFile(Buffer.from("x")))).rejects.toThrow("isn't the id");
      await expect(async () => store.remove(id)).rejects.toThrow("isn't the id");
    }
  });
});

test("A directory lists nothing else that is in it", async () => {
  const store = createFileStore(join(directory, "other"));
  mkdirSync(join(directory, "other", "ab"), { recursive: true });
  writeFileSync(join(directory, "other", "ab", "readme.txt"), "x");
  expect(await idsOf(store)).toEqual([]);
  expect(readdirSync(join(directory, "other", "ab"))).toEqual(["readme.txt"]);
});

test("More objects than one page of a store are all listed", async () => {
  const store = createS3Store(readStorageUrl(s3.storageUrl.replace("/content", "/many")));
  const ids = Array.from({ length: 1005 }, () => randomUUID()).sort();
  for (const id of ids) await store.put(id, localFile(Buffer.from("x")));
  expect(await idsOf(store)).toEqual(ids);
});

test("A store refuses a wrong secret, and content that was changed on the way", async () => {
  const wrong = createS3Store(readStorageUrl(s3.storageUrl.replace(":S3RVER@", ":wrong@")));
  await expect(wrong.put(randomUUID(), localFile(Buffer.from("x")))).rejects.toThrow("SignatureDoesNotMatch");
  await expect(wrong.get(randomUUID())).rejects.toThrow("403");
});

test("A store that can't be reached is an error, not missing content", async () => {
  const away = createS3Store(readStorageUrl("s3://key:secret@127.0.0.1:9/files?https=0"));
  await expect(away.get(randomUUID())).rejects.toThrow("can't be reached");
});

test("STORAGE_URL names everything that a store needs", () => {
  expect(readStorageUrl("s3://AKIA:a%2Fb@s3.example.com/files/prod/eu?region=eu-central-1")).toEqual({
    origin: "https://s3.example.com",
    bucket: "files",
    prefix: "prod/eu/",
    region: "eu-central-1",
    accessKeyId: "AKIA",
    secretAccessKey: "a/b",
  });
  for (const text of ["s3://s3.example.com/files", "s3://key:secret@s3.example.com", "s3://key@s3.example.com/files"])
    expect(() => readStorageUrl(text)).toThrow(StartError);
});
