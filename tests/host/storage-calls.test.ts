import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HostProcess, startHostProcess } from "../support/host-process.ts";
import { type PostgresServer, startPostgresServer } from "../support/postgres-server.ts";
import { type S3Server, startS3Server } from "../support/s3-server.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";
import { apiClient, signedInClient } from "../support/session.ts";
import { codeOf, picture, serviceClient, storageAdmin } from "../support/stored-files.ts";

// Every call of the client's storage API, on every kind of host. A hosted project has Supabase's own.

let server: PostgresServer | null = null;
let s3: S3Server | undefined;
const SETUPS: Record<string, () => Promise<Record<string, string> | null>> = {
  "the embedded database": async () => ({ DATA_DIR: await seededDataDirectory() }),
  PostgreSQL: async () => {
    server = await startPostgresServer();
    return server && { DATABASE_URL: server.url };
  },
  "the embedded database and an S3-compatible store": async () => {
    s3 = await startS3Server();
    return { DATA_DIR: await seededDataDirectory(), STORAGE_URL: s3.storageUrl };
  },
};
afterAll(async () => {
  await server?.stop();
  await s3?.close();
});

describe.each(Object.entries(SETUPS))("supabase.storage on %s", (_, setUp) => {
  let host: HostProcess | undefined;
  let admin: Awaited<ReturnType<typeof storageAdmin>>;
  let image: Buffer;
  const landing = () => admin.client.storage.from("landing");
  beforeAll(async () => {
    const variables = await setUp();
    if (!variables) return;
    host = await startHostProcess({ RATE_LIMIT_SCALE: "0", ...variables });
    admin = await storageAdmin(host);
    image = await picture();
  });
  afterAll(() => host?.dispose());

  /** Runs a test unless the machine has no such database. */
  const call = (title: string, run: (host: HostProcess) => Promise<void>) =>
    test(title, async (context) => {
      if (!host) return context.skip("no PostgreSQL on this machine");
      await run(host);
    });

  call("upload stores bytes, files, forms and streams", async () => {
    const bodies: [string, Parameters<ReturnType<typeof landing>["upload"]>[1]][] = [
      ["buffer", image],
      ["array", new Uint8Array(image).buffer],
      ["blob", new Blob([new Uint8Array(image)], { type: "image/png" })],
      ["file", new File([new Uint8Array(image)], "photo.png", { type: "image/png" })],
      ["stream", new Blob([new Uint8Array(image)]).stream()],
    ];
    for (const [name, body] of bodies) {
      const path = `kinds/${name}.png`;
      const { data, error } = await landing().upload(path, body, { contentType: "image/png" });
      expect([name, error]).toEqual([name, null]);
      expect(data).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), path, fullPath: `landing/${path}` });
      const read = await landing().download(path);
      expect([name, read.data?.type]).toEqual([name, "image/png"]);
    }
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(image)], { type: "image/png" }));
    expect((await landing().upload("kinds/form.png", form)).error).toBeNull();
  });

  call("upload refuses a taken name unless it may replace; update replaces", async () => {
    await landing().upload("replaced.png", image);
    const taken = await landing().upload("replaced.png", image);
    expect(taken.error).toMatchObject({ status: 409, statusCode: "409", code: "ResourceAlreadyExists" });
    const before = (await landing().info("replaced.png")).data;
    const wider = await picture(90, 60);
    expect((await landing().upload("replaced.png", wider, { upsert: true })).error).toBeNull();
    const after = (await landing().info("replaced.png")).data;
    expect(after?.id).toBe(before?.id);
    expect([after?.version, after?.etag]).not.toEqual([before?.version, before?.etag]);
    const { width } = await sharp(await bytes(landing().download("replaced.png"))).metadata();
    expect(width).toBe(90);
    expect((await landing().update("replaced.png", image)).error).toBeNull();
    expect((await landing().update("new-by-update.png", image)).error).toBeNull();
  });

  call("info and exists describe a file; cache-control defaults to an hour (spec §9)", async () => {
    await landing().upload("info.png", image, { metadata: { alt: "A blue box" } });
    const { data } = await landing().info("info.png");
    expect(data).toMatchObject({
      name: "info.png",
      bucketId: "landing",
      contentType: "image/png",
      cacheControl: "max-age=3600",
      metadata: { alt: "A blue box" },
    });
    expect(data?.size).toBe((await bytes(landing().download("info.png"))).length);
    await landing().upload("kept.png", image, { cacheControl: "86400" });
    expect((await landing().info("kept.png")).data?.cacheControl).toBe("max-age=86400");
    expect((await landing().exists("info.png")).data).toBe(true);
    expect((await landing().exists("missing.png")).data).toBe(false);
    expect(codeOf((await landing().info("missing.png")).error)).toBe("NoSuchKey");
  });

  call("list has 100 names in ascending order by default, with folders (spec §9)", async (host) => {
    const service = serviceClient(host);
    const bucket = `list-${randomUUID().slice(0, 8)}`;
    await service.storage.createBucket(bucket, { public: false });
    const files = service.storage.from(bucket);
    const names = Array.from({ length: 103 }, (_, at) => `f/${String(at).padStart(3, "0")}.txt`);
    const newest = names.splice(-2);
    await Promise.all(names.map((name) => files.upload(name, name)));
    for (const name of [...newest, "f/deep/er.txt", "top.txt"]) await files.upload(name, name);
    const { data: folder } = await files.list("f");
    expect(folder).toHaveLength(100);
    expect(folder?.slice(0, 3).map(({ name, id }) => [name, id === null])).toEqual([
      ["deep", true],
      ["000.txt", false],
      ["001.txt", false],
    ]);
    expect((await files.list()).data?.map(({ name }) => name)).toEqual(["f", "top.txt"]);
    const rest = await files.list("f", { offset: 100, limit: 50 });
    expect(rest.data?.map(({ name }) => name)).toEqual(["099.txt", "100.txt", "101.txt", "102.txt"]);
    const last = await files.list("f", { limit: 2, sortBy: { column: "name", order: "desc" }, search: "10" });
    expect(last.data?.map(({ name }) => name)).toEqual(["102.txt", "101.txt"]);
    expect((await files.list("f", { sortBy: { column: "created_at", order: "desc" }, limit: 2 })).data?.[1]?.name).toBe(
      "102.txt",
    );
    expect(codeOf((await files.list("f", { sortBy: { column: "size" } })).error)).toBe("InvalidRequest");
  });

  call("listV2 pages through everything below a prefix, or one level of it", async (host) => {
    const service = serviceClient(host);
    const bucket = `pages-${randomUUID().slice(0, 8)}`;
    await service.storage.createBucket(bucket, { public: false });
    const files = service.storage.from(bucket);
    for (const name of ["a.txt", "b/1.txt", "b/2.txt", "c.txt"]) await files.upload(name, name);
    const seen: (string | undefined)[] = [];
    for (let cursor: string | undefined; ; ) {
      const { data } = await files.listV2({ limit: 2, ...(cursor && { cursor }) });
      seen.push(...(data?.objects ?? []).map(({ key }) => key));
      if (!data?.hasNext) break;
      cursor = data.nextCursor;
    }
    expect(seen).toEqual(["a.txt", "b/1.txt", "b/2.txt", "c.txt"]);
    const level = (await files.listV2({ with_delimiter: true, sortBy: { column: "name", order: "desc" } })).data;
    expect(level?.objects.map(({ name }) => name)).toEqual(["c.txt", "a.txt"]);
    expect(level?.folders.map(({ name }) => name)).toEqual(["b/"]);
  });

  call("move keeps the file and copy duplicates it", async () => {
    await landing().upload("from.png", image, { metadata: { alt: "x" } });
    const { id, version } = (await landing().info("from.png")).data ?? {};
    expect((await landing().move("from.png", "moved/to.png")).data).toEqual({ message: "Successfully moved" });
    expect((await landing().info("moved/to.png")).data).toMatchObject({ id, version, metadata: { alt: "x" } });
    expect((await landing().exists("from.png")).data).toBe(false);
    expect((await landing().copy("moved/to.png", "moved/copy.png")).data).toEqual({ path: "landing/moved/copy.png" });
    const copied = (await landing().info("moved/copy.png")).data;
    expect(copied?.version).not.toBe(version);
    await landing().remove(["moved/to.png"]);
    expect((await bytes(landing().download("moved/copy.png"))).length).toBe(copied?.size);
    expect(codeOf((await landing().move("missing.png", "x.png")).error)).toBe("NoSuchKey");
    expect(codeOf((await landing().copy("moved/copy.png", "moved/copy.png")).error)).toBe("ResourceAlreadyExists");
    const brand = await landing().copy("moved/copy.png", "copied.png", { destinationBucket: "brand" });
    expect(brand.data).toEqual({ path: "brand/copied.png" });
  });

  call("remove deletes what the caller may delete and names it", async () => {
    for (const name of ["gone/1.png", "gone/2.png"]) await landing().upload(name, image);
    const { data } = await landing().remove(["gone/1.png", "gone/2.png", "gone/3.png"]);
    expect(data?.map(({ name }) => name).sort()).toEqual(["gone/1.png", "gone/2.png"]);
    expect((await landing().list("gone")).data).toEqual([]);
  });

  call("public addresses open without an account, with size and name for the download", async (host) => {
    await landing().upload("public.png", await picture(800, 600));
    const stranger = await apiClient(host.url);
    const { publicUrl } = stranger.storage.from("landing").getPublicUrl("public.png").data;
    const answer = await fetch(publicUrl);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=3600");
    const saved = stranger.storage.from("landing").getPublicUrl("public.png", { download: "box.png" }).data;
    expect((await fetch(saved.publicUrl)).headers.get("content-disposition")).toContain(
      'attachment; filename="box.png"',
    );
    const small = stranger.storage.from("landing").getPublicUrl("public.png", { transform: { width: 320 } }).data;
    const sized = await fetch(small.publicUrl, { headers: { accept: "image/avif,image/webp" } });
    expect(sized.headers.get("content-type")).toBe("image/avif");
    const { width, height } = await sharp(Buffer.from(await sized.arrayBuffer())).metadata();
    expect([width, height]).toEqual([320, 240]);
  });

  call("signed addresses open one private file, for everyone who has them", async (host) => {
    const { client, session } = await signedInClient(host.url, "client@example.com");
    const mine = client.storage.from("avatars");
    const path = `${session?.user.id}/${randomUUID()}.png`;
    expect((await mine.upload(path, image)).error).toBeNull();
    const one = await mine.createSignedUrl(path, 60, { download: true });
    const answer = await fetch(one.data?.signedUrl ?? "");
    expect([answer.status, answer.headers.get("content-disposition")?.split(";")[0]]).toEqual([200, "attachment"]);
    const many = await mine.createSignedUrls([path, "missing.png"], 60);
    expect(many.data?.map(({ path, error, signedUrl }) => [path, error !== null, signedUrl !== null])).toEqual([
      [path, false, true],
      ["missing.png", true, false],
    ]);
    expect((await fetch(many.data?.[0]?.signedUrl ?? "")).status).toBe(200);
    const sized = await mine.createSignedUrl(path, 60, { transform: { width: 32, height: 32 } });
    const small = await fetch(sized.data?.signedUrl ?? "", { headers: { accept: "image/webp" } });
    expect([small.status, small.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect(codeOf((await mine.createSignedUrl("missing.png", 60)).error)).toBe("NoSuchKey");
  });

  call("signed upload addresses take one file", async (host) => {
    const path = `signed/${randomUUID()}.png`;
    const { data } = await landing().createSignedUploadUrl(path);
    const stranger = (await apiClient(host.url)).storage.from("landing");
    const stored = await stranger.uploadToSignedUrl(path, data?.token ?? "", image, { contentType: "image/png" });
    expect(stored.data).toEqual({ path, fullPath: `landing/${path}` });
    const again = await stranger.uploadToSignedUrl(path, data?.token ?? "", new Blob([new Uint8Array(image)]));
    expect(codeOf(again.error)).toBe("ResourceAlreadyExists");
    const replacing = await landing().createSignedUploadUrl(path, { upsert: true });
    expect((await stranger.uploadToSignedUrl(path, replacing.data?.token ?? "", image)).error).toBeNull();
  });

  call("download makes a size of a private image and streams", async () => {
    await landing().upload("sized.png", await picture(640, 480));
    const sized = await bytes(
      landing().download("sized.png", { transform: { width: 64, height: 64, resize: "cover" } }),
    );
    const { width, height, format } = await sharp(sized).metadata();
    expect([width, height, format]).toEqual([64, 64, "png"]);
    const { data: stream } = await landing().download("sized.png").asStream();
    expect((await new Response(stream).arrayBuffer()).byteLength).toBeGreaterThan(0);
  });

  call("buckets belong to the secret key", async (host) => {
    const service = serviceClient(host).storage;
    const id = `mine-${randomUUID().slice(0, 8)}`;
    expect(
      (await service.createBucket(id, { public: true, fileSizeLimit: "1MB", allowedMimeTypes: ["text/*"] })).data,
    ).toEqual({
      name: id,
    });
    expect(codeOf((await service.createBucket(id)).error)).toBe("ResourceAlreadyExists");
    expect((await service.getBucket(id)).data).toMatchObject({ id, public: true, file_size_limit: 1_000_000 });
    expect((await service.listBuckets({ search: id })).data?.map((bucket) => bucket.id)).toEqual([id]);
    expect((await service.updateBucket(id, { public: false, fileSizeLimit: 5 })).error).toBeNull();
    expect(codeOf((await service.from(id).upload("a.txt", "too long")).error)).toBe("EntityTooLarge");
    expect((await service.from(id).upload("a.txt", "short")).error).toBeNull();
    expect(codeOf((await service.from(id).upload("a.png", image)).error)).toBe("EntityTooLarge");
    expect((await service.deleteBucket(id)).error?.message).toContain("isn't empty");
    expect((await service.emptyBucket(id)).error).toBeNull();
    expect((await service.deleteBucket(id)).error).toBeNull();
    expect(codeOf((await service.getBucket(id)).error)).toBe("NoSuchBucket");
    for (const person of [admin.client, await apiClient(host.url)]) {
      expect((await person.storage.listBuckets()).data).toEqual([]);
      expect(codeOf((await person.storage.createBucket("theirs")).error)).toBe("AccessDenied");
      for (const result of [
        person.storage.getBucket("landing"),
        person.storage.updateBucket("landing", { public: true }),
        person.storage.emptyBucket("landing"),
        person.storage.deleteBucket("landing"),
      ])
        expect(codeOf((await result).error)).toBe("NoSuchBucket");
    }
  });

  call(
    "purgeCache forgets an image's sizes, with the secret key; versions and lifecycles are refused",
    async (host) => {
      await landing().upload("purged.png", image);
      const service = serviceClient(host).storage;
      expect((await service.from("landing").purgeCache("purged.png")).data).toEqual({ message: "success" });
      expect((await service.purgeBucketCache("landing")).data).toEqual({ message: "success" });
      expect(codeOf((await landing().purgeCache("purged.png")).error)).toBe("AccessDenied");
      expect(codeOf((await landing().info("purged.png", { versionId: "1" })).error)).toBe("InvalidRequest");
      for (const result of [service.getBucketLifecycle("landing"), service.deleteBucketLifecycle("landing")])
        expect(codeOf((await result).error)).toBe("NoSuchRoute");
    },
  );

  async function bytes(download: PromiseLike<{ data: Blob | null; error: unknown }>): Promise<Buffer> {
    const { data, error } = await download;
    if (!data) throw error;
    return Buffer.from(await data.arrayBuffer());
  }
});
