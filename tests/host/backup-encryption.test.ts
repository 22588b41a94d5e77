import { spawnSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { createReadStream, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { beforeAll, describe, expect, test } from "vitest";
import { writeBackup } from "../../server/backup/backup-database.ts";
import { writeBackupFile } from "../../server/backup/encrypted-file.ts";
import { decrypt, encrypt } from "../../server/backup/encryption.ts";
import { query } from "../../server/database/query.ts";
import { createFileStore } from "../../server/storage/file-store.ts";
import { spool } from "../../server/storage/spool.ts";
import { openMigrated } from "../support/database-snapshot.ts";
import { temporaryDirectory } from "../support/host-process.ts";

const KEY = "a-key-of-the-agency-0";
const CHUNK = 64 * 1024;
const HEADER = 53;
const collect = (stream: AsyncIterable<Buffer>) => buffer(Readable.from(stream));
const parts = (content: Buffer, size: number) =>
  (async function* () {
    for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
  })();

describe("An encrypted stream", () => {
  test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 17])("of %i bytes is read back", async (size) => {
    const content = randomBytes(size);
    const sealed = await collect(encrypt(parts(content, 50_001), KEY));
    expect(sealed.includes(content.subarray(0, 8)) && size >= 8).toBe(false);
    expect((await collect(decrypt(parts(sealed, 777), KEY))).equals(content)).toBe(true);
    // Two backups of the same content have nothing in common.
    const again = await collect(encrypt(parts(content, 50_001), KEY));
    expect(again.subarray(HEADER).equals(sealed.subarray(HEADER))).toBe(false);
  });

  test("is refused with another key, and wherever it is cut, changed, shortened or put together from another order", async () => {
    const sealed = await collect(encrypt(parts(randomBytes(2 * CHUNK + 500), CHUNK), KEY));
    const read = (file: Buffer, key = KEY) => collect(decrypt(parts(file, CHUNK), key));
    await expect(read(sealed, `${KEY}1`)).rejects.toThrow("encrypted with another key");
    const whole = CHUNK + 16;
    for (const end of [0, 20, HEADER, HEADER + 5, HEADER + whole, HEADER + 2 * whole, sealed.length - 1])
      await expect(read(sealed.subarray(0, end)), `cut at ${end}`).rejects.toThrow(/incomplete or damaged/);
    for (const at of [HEADER, HEADER + whole + 9, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(read(changed), `changed at ${at}`).rejects.toThrow(/incomplete or damaged/);
    }
    const [head, one, two, last] = [
      sealed.subarray(0, HEADER),
      sealed.subarray(HEADER, HEADER + whole),
      sealed.subarray(HEADER + whole, HEADER + 2 * whole),
      sealed.subarray(HEADER + 2 * whole),
    ];
    for (const order of [
      [head, two, one, last],
      [head, one, last],
      [head, one, two, last, last],
    ])
      await expect(read(Buffer.concat(order))).rejects.toThrow(/incomplete or damaged/);
  });
});

describe("An encrypted backup", () => {
  const directory = temporaryDirectory();
  const file = join(directory, "backup");
  const content = randomBytes(300_000);
  const run = (script: string, args: string[], variables: Record<string, string> = {}) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["--liftoff-only", `scripts/${script}.ts`, ...args],
      {
        env: { ...process.env, DATA_DIR: join(directory, "data"), BACKUP_KEY: "", BACKUP_KEY_FILE: "", ...variables },
        encoding: "utf8",
      },
    );
    return { status, stdout, stderr };
  };
  const refusal = (text: string) => ({ status: 1, stdout: "", stderr: `${text}\n` });

  beforeAll(async () => {
    const source = await openMigrated();
    const store = createFileStore(join(directory, "content"));
    const version = randomUUID();
    const spooled = await spool(Readable.from([content]), directory, content.length);
    await store.put(version, spooled);
    await query(
      source,
      "insert into storage.objects (bucket_id, name, version, metadata) values ('landing', 'a.png', $1, jsonb_build_object('size', $2::int, 'eTag', $3::text))",
      [version, content.length, `"${spooled.sha256.slice(0, 32)}"`],
    );
    await query(
      source,
      "insert into public.leads (first_name, last_name, email, source) values ('Ada', 'Secret', 'ada@example.com', 'other')",
    );
    await writeBackupFile(file, KEY, (sink) => writeBackup(source, store, sink));
    await source.close();
  });

  test("restores with its key only; a missing key, another key and a cut-off file are refused in one line", () => {
    expect(run("restore", [file])).toEqual(
      refusal("The backup is encrypted: set BACKUP_KEY or BACKUP_KEY_FILE to its key"),
    );
    expect(run("restore", [file], { BACKUP_KEY: "another-key-of-the-agency" })).toEqual(
      refusal("The backup was encrypted with another key: check BACKUP_KEY"),
    );
    expect(existsSync(join(directory, "data"))).toBe(false);
    const cut = join(directory, "cut");
    writeFileSync(cut, readFileSync(file).subarray(0, 200_000));
    expect(run("restore", [cut], { BACKUP_KEY: KEY })).toEqual(refusal("The backup file is incomplete or damaged"));
    const keyFile = join(directory, "key");
    writeFileSync(keyFile, `${KEY}\n`);
    const restored = run("restore", [file], { BACKUP_KEY_FILE: keyFile });
    expect(restored).toMatchObject({ status: 0, stderr: "" });
    expect(restored.stdout).toContain("1 stored files");
  });

  test("is written and verified by the command, which leaves nothing else behind", () => {
    const next = join(directory, "next");
    const saved = run("backup", [next, "--verify"], { BACKUP_KEY: KEY });
    expect(saved).toMatchObject({ status: 0, stderr: "" });
    expect(saved.stdout).toMatch(/encrypted\nVerified: \d+ rows and 1 stored files can be restored/);
    const [plain, sealed] = [join(directory, "plain"), readFileSync(next)];
    expect(run("backup", [plain]).stdout).toContain("not encrypted");
    expect(readFileSync(plain).includes(content.subarray(1000, 1032))).toBe(true);
    expect(sealed.includes(content.subarray(1000, 1032))).toBe(false);
    expect(existsSync(`${next}.part`)).toBe(false);
    expect(readdirSync(join(directory, "data")).filter((name) => name.startsWith("verify-"))).toEqual([]);
  });

  test("that does not have what its rows say is not saved", async () => {
    const [stored] = readdirSync(join(directory, "data/files/content"), {
      recursive: true,
      withFileTypes: true,
    }).filter((entry) => entry.isFile());
    const path = join(stored?.parentPath ?? "", stored?.name ?? "");
    const before = await buffer(createReadStream(path));
    writeFileSync(path, Buffer.alloc(before.length));
    const { status, stderr } = run("backup", [join(directory, "bad"), "--verify"], { BACKUP_KEY: KEY });
    expect({ status, stderr }).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^The backup is damaged: .*\n$/),
    });
    expect(existsSync(join(directory, "bad"))).toBe(false);
    writeFileSync(path, before);
  });
});
