import { readdirSync, readFileSync, utimesSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openConnection } from "../../server/database/connect.ts";
import { query } from "../../server/database/query.ts";
import { type HostProcess, startHostProcess } from "../support/host-process.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";
import { serviceClient } from "../support/stored-files.ts";

const ROUNDS = 6;
const BYTES = 20 * 1024 * 1024;

let host: HostProcess;
let dataDir: string;
beforeAll(async () => {
  dataDir = await seededDataDirectory();
  host = await startHostProcess({ DATA_DIR: dataDir, RATE_LIMIT_SCALE: "0" });
  await serviceClient(host).storage.createBucket("killed", { public: false });
});
afterAll(() => host?.dispose());

const files = () =>
  readdirSync(join(dataDir, "files"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

const secretKey = () =>
  (JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8")) as { secretKey: string }).secretKey;

/** Starts an upload and resolves when this share of it is sent; the rest follows. The answer may never come. */
async function startUpload(path: string, share: number, upsert: boolean): Promise<{ answer: Promise<number> }> {
  const outgoing = request(`${host.url}/storage/v1/object/killed/${path}`, {
    method: "POST",
    headers: { apikey: secretKey(), "x-upsert": String(upsert), "content-length": String(BYTES) },
  });
  const answer = new Promise<number>((resolve) => {
    outgoing.once("response", (response) => resolve(response.resume().statusCode ?? 0));
    outgoing.once("error", () => resolve(0));
  });
  const part = Buffer.alloc(Math.round(BYTES * share), 110);
  await new Promise((resolve) => outgoing.write(part, resolve));
  outgoing.end(Buffer.alloc(BYTES - part.length, 110));
  return { answer };
}

describe("A host that is killed in the middle of uploads", () => {
  test("leaves whole files or none, and old content where it was replaced", async () => {
    const bucket = () => serviceClient(host).storage.from("killed");
    const old = "o".repeat(1_000_000);
    await bucket().upload("kept.txt", old);
    let confirmed = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const uploads = await Promise.all([
        startUpload(`new-${round}.txt`, round / ROUNDS, false),
        startUpload("kept.txt", round / ROUNDS, true),
      ]);
      if (round === ROUNDS - 1) confirmed = await uploads[0].answer;
      await host.stop("SIGKILL");
      host = await startHostProcess({ DATA_DIR: dataDir, RATE_LIMIT_SCALE: "0" });
      const kept = (await bucket().download("kept.txt")).data;
      const text = (await kept?.text()) ?? "";
      expect([1_000_000, BYTES]).toContain(text.length);
      expect(new Set(text).size).toBe(1);
      const { data: found } = await bucket().list("", { search: `new-${round}` });
      for (const { name, metadata } of found ?? []) {
        expect(metadata?.size).toBe(BYTES);
        expect((await bucket().download(name)).data?.size).toBe(BYTES);
      }
    }
    // An upload that was confirmed survives.
    expect(confirmed).toBe(200);
    expect((await bucket().exists(`new-${ROUNDS - 1}.txt`)).data).toBe(true);
    // What was left is deleted when it is an hour old: only content with a row stays.
    const { data: before } = await bucket().list();
    expect(files().length).toBeGreaterThan(before?.length ?? 0);
    const past = new Date(Date.now() - 2 * 3_600_000);
    for (const path of files()) utimesSync(path, past, past);
    await host.stop();
    const connection = await openConnection({ directory: join(dataDir, "database") });
    await query(connection, "update private.removed_blobs set delete_at = now()");
    await connection.close();
    host = await startHostProcess({ DATA_DIR: dataDir, RATE_LIMIT_SCALE: "0" });
    const { data: rows } = await bucket().list();
    await expect.poll(() => files().length, { timeout: 20_000 }).toBe(rows?.length);
    for (const { name } of rows ?? []) expect((await bucket().download(name)).error).toBeNull();
  }, 180_000);
});
