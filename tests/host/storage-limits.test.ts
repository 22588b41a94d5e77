import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { DatabaseConnection } from "../../server/database/connect.ts";
import { memoryRateLimiter } from "../../server/rate-limit/rate-limiter.ts";
import { createDerivedImages } from "../../server/storage/derived-images.ts";
import { createFileStore } from "../../server/storage/file-store.ts";
import { createLinkSigner } from "../../server/storage/signed-links.ts";
import { createStorage } from "../../server/storage/storage.ts";
import { IMAGES, REQUESTS, UPLOADS } from "../../server/storage/storage-limits.ts";
import { setUpFactor } from "../support/authenticator.ts";
import { openMigrated } from "../support/database-snapshot.ts";
import { type HostProcess, startHostProcess, temporaryDirectory } from "../support/host-process.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";
import { codeOf, picture, serviceClient, storageAdmin } from "../support/stored-files.ts";

describe("Rate limits", () => {
  /** A hundredth of the limits, so that the tests send few requests. */
  const SCALE = 0.01;
  const allowed = ({ limit }: { limit: number }) => Math.max(1, Math.floor(limit * SCALE));
  const WINDOW_MS = UPLOADS.windowSeconds * 1000;
  const directory = temporaryDirectory();
  const keys = {
    jwtSecret: "a-secret-of-this-test-with-32-bytes",
    secretKey: "secret-key",
    publishableKey: "public-key",
  };
  let time = 0;
  let connection: DatabaseConnection;
  let storage: ReturnType<typeof createStorage>;
  let bytes: Buffer;
  beforeAll(async () => {
    const incoming = join(directory, "incoming");
    mkdirSync(incoming);
    connection = await openMigrated();
    bytes = await picture();
    storage = createStorage({
      connection,
      keys,
      incoming,
      store: createFileStore(join(directory, "content")),
      derived: createDerivedImages(join(directory, "sizes")),
      signer: createLinkSigner(keys.jwtSecret),
      limiter: memoryRateLimiter(SCALE, () => time),
      sweepSoon: () => undefined,
      log: (error) => {
        throw error;
      },
    });
  });
  afterAll(async () => {
    await connection?.close();
    rmSync(directory, { recursive: true });
  });
  beforeEach(() => {
    time += WINDOW_MS;
  });

  const send = (path: string, { address = "192.0.2.1", ...init }: RequestInit & { address?: string } = {}) =>
    storage(new Request(`http://host.test/storage/v1/${path}`, init), address);
  const asService = (path: string) =>
    send(path, {
      method: "POST",
      headers: { apikey: keys.secretKey, "content-type": "image/png" },
      body: bytes as BodyInit,
    });
  async function personToken(): Promise<string> {
    const claims = { role: "authenticated", sub: randomUUID(), session_id: randomUUID(), aal: "aal1" };
    const key = new TextEncoder().encode(keys.jwtSecret);
    return new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).setExpirationTime("1h").sign(key);
  }

  test("stop a visitor, name the time, leave others alone, and end with their window", async () => {
    expect((await asService("object/landing/a.png")).status).toBe(200);
    const read = (address?: string) => send("object/public/landing/a.png", address ? { address } : {});
    for (let count = 0; count < allowed(REQUESTS.visitor); count += 1) expect((await read()).status).toBe(200);
    const refused = await read();
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([429, "SlowDown"]);
    expect(Number(refused.headers.get("retry-after"))).toBe(REQUESTS.visitor.windowSeconds);
    expect((await read("192.0.2.2")).status).toBe(200);
    time += WINDOW_MS;
    expect((await read()).status).toBe(200);
  });

  test("stop a person wherever they are, but not their colleagues", async () => {
    const [one, other] = [await personToken(), await personToken()];
    const list = (token: string, address: string) =>
      send("object/list/landing", {
        address,
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: '{"prefix": ""}',
      });
    for (let count = 0; count < allowed(REQUESTS.person); count += 1)
      expect((await list(one, `192.0.2.${count}`)).status).not.toBe(429);
    expect((await list(one, "198.51.100.1")).status).toBe(429);
    expect((await list(other, "192.0.2.1")).status).not.toBe(429);
  });

  test("stop uploads long before other requests, and count those of a link", async () => {
    const token = await personToken();
    const upload = () =>
      send("object/landing/b.png", {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "image/png" },
        body: bytes as BodyInit,
      });
    for (let count = 0; count < allowed(UPLOADS); count += 1) expect((await upload()).status).not.toBe(429);
    expect((await upload()).status).toBe(429);
    const byLink = () => {
      const signer = createLinkSigner(keys.jwtSecret);
      const link = {
        for: "upload",
        bucket: "landing",
        name: `${randomUUID()}.png`,
        upsert: false,
        claims: { role: "service_role" },
      } as const;
      const signed = signer.sign(link, 60);
      return send(`object/upload/sign/landing/${link.name}?token=${signed}`, {
        method: "PUT",
        headers: { "content-type": "image/png" },
        body: bytes as BodyInit,
      });
    };
    for (let count = 0; count < allowed(UPLOADS); count += 1) expect((await byLink()).status).toBe(200);
    expect((await byLink()).status).toBe(429);
  });

  test("stop new sizes of images, while sizes that exist are still sent", async () => {
    expect((await asService("object/landing/c.png")).status).toBe(200);
    const size = (width: number, address = "192.0.2.9") =>
      send(`render/image/public/landing/c.png?width=${width}`, { address }).then(({ status }) => status);
    expect(allowed(IMAGES)).toBe(1);
    expect([await size(32), await size(32), await size(64), await size(32)]).toEqual([200, 200, 429, 200]);
    expect(await size(64, "192.0.2.10")).toBe(200);
    expect(await size(64)).toBe(200);
  });

  test("never stop the host's own key", async () => {
    for (let count = 0; count <= allowed(UPLOADS) + 1; count += 1)
      expect((await asService(`object/landing/own-${count}.png`)).status).toBe(200);
  });
});

describe("A session without the second factor that is asked of it", () => {
  let host: HostProcess;
  beforeAll(async () => {
    host = await startHostProcess({ DATA_DIR: await seededDataDirectory(), RATE_LIMIT_SCALE: "0" });
  });
  afterAll(() => host?.dispose());

  test("stores, lists, links, reads and deletes nothing until it has given the factor", async () => {
    const { client } = await storageAdmin(host);
    const image = await picture();
    for (const bucket of ["landing", "brand", "avatars", "attachments"])
      expect((await serviceClient(host).storage.from(bucket).upload("there.png", image)).error).toBeNull();
    expect((await client.storage.from("landing").list()).data).toHaveLength(1);
    const required = await serviceClient(host)
      .from("agency_settings")
      .update({ require_factor_of_admins: true })
      .eq("id", true);
    expect(required.error).toBeNull();

    for (const bucket of ["landing", "brand", "avatars", "attachments"]) {
      const files = client.storage.from(bucket);
      expect([bucket, codeOf((await files.upload(`${randomUUID()}.png`, image)).error)]).toEqual([
        bucket,
        "AccessDenied",
      ]);
      expect([bucket, codeOf((await files.upload("there.png", image, { upsert: true })).error)]).toEqual([
        bucket,
        "AccessDenied",
      ]);
      expect([bucket, codeOf((await files.createSignedUploadUrl("new.png")).error)]).toEqual([bucket, "AccessDenied"]);
      expect([bucket, codeOf((await files.createSignedUrl("there.png", 60)).error)]).toEqual([bucket, "NoSuchKey"]);
      expect([bucket, codeOf((await files.info("there.png")).error)]).toEqual([bucket, "NoSuchKey"]);
      expect([bucket, (await files.list()).data]).toEqual([bucket, []]);
      expect([bucket, (await files.remove(["there.png"])).data]).toEqual([bucket, []]);
      expect([bucket, codeOf((await files.move("there.png", "moved.png")).error)]).toEqual([bucket, "NoSuchKey"]);
    }
    // What everyone may read stays readable.
    const { publicUrl } = client.storage.from("landing").getPublicUrl("there.png").data;
    expect((await fetch(publicUrl)).status).toBe(200);

    await setUpFactor(client);
    expect((await client.storage.from("landing").list()).data).toHaveLength(1);
    expect((await client.storage.from("landing").upload("now.png", image)).error).toBeNull();
  });
});
