import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLinkSigner, MAX_LINK_SECONDS } from "../../server/storage/signed-links.ts";
import { type HostProcess, startHostProcess } from "../support/host-process.ts";
import { rawRequest } from "../support/raw-request.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";
import { signedInClient } from "../support/session.ts";
import { codeOf, picture, serviceClient, storageAdmin } from "../support/stored-files.ts";

let host: HostProcess;
let admin: Awaited<ReturnType<typeof storageAdmin>>;
let image: Buffer;
const landing = () => admin.client.storage.from("landing");
beforeAll(async () => {
  host = await startHostProcess({ DATA_DIR: await seededDataDirectory(), RATE_LIMIT_SCALE: "0" });
  admin = await storageAdmin(host);
  image = await picture();
  await landing().upload("there.png", image);
  await serviceClient(host).storage.createBucket("open", { public: true });
});
afterAll(() => host?.dispose());

const open = () => serviceClient(host).storage.from("open");
const publicUrl = (name: string) => open().getPublicUrl(name).data.publicUrl;
const problem = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code];
/** The names of the files on disk that are content. */
const contentOnDisk = () =>
  readdirSync(join(host.dataDir, "files"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath.includes("content"))
    .map(({ name }) => name);

describe("Names", () => {
  const long = "x".repeat(513);
  test.each([
    ["NUL", "a%00b.png"],
    ["a control character", "a%0Ab.png"],
    ["a dot segment behind an encoded slash", "a%2F..%2Fb.png"],
    ["a double slash", "a//b.png"],
    ["an encoded double slash", "a%2F%2Fb.png"],
    ["a slash at the end", "a/"],
    ["too many characters", long],
    ["bytes that are not UTF-8", "a%ff.png"],
    ["a stray percent sign", "a%zz.png"],
    ["a character that hosted projects refuse", "%E2%82%AC.png"],
    ["a backslash", "a%5Cb.png"],
    ["a question mark", "a%3Fb.png"],
    ["nothing", ""],
  ])("with %s are refused with 400", async (_, name) => {
    for (const method of ["POST", "PUT", "GET", "DELETE"]) {
      const body = method === "POST" || method === "PUT" ? "x" : undefined;
      const { status, body: text } = await rawRequest(
        host.url,
        `/storage/v1/object/landing/${name}`,
        { authorization: `Bearer ${admin.session.access_token}` },
        method,
        body,
      );
      expect([method, status, JSON.parse(text)]).toEqual([
        method,
        400,
        { statusCode: "400", code: "InvalidKey", error: "InvalidKey", message: expect.any(String) },
      ]);
    }
  });

  test("in bodies are read as strictly", async () => {
    for (const name of ["a//b", "../b", "a\0b", "/a", long, "", 7, null]) {
      const body = (more: object) => JSON.stringify(more);
      const json = { "content-type": "application/json" };
      for (const [method, path, content] of [
        ["POST", "object/move", body({ bucketId: "landing", sourceKey: "there.png", destinationKey: name })],
        ["POST", "object/copy", body({ bucketId: "landing", sourceKey: name, destinationKey: "x" })],
        ["DELETE", "object/landing", body({ prefixes: [name] })],
        ["POST", "object/sign/landing", body({ expiresIn: 60, paths: [name] })],
      ] as const)
        expect([path, (await admin.send(method, path, content, json)).status]).toEqual([path, 400]);
    }
  });

  test("are a file or a folder, never both", async () => {
    await landing().upload("folder/file.png", image);
    for (const name of ["folder", "folder/file.png/deeper.png", "there.png/x.png"])
      expect(codeOf((await landing().upload(name, image)).error)).toBe("ResourceAlreadyExists");
  });

  test.each(["sign", "public", "list", "../x", "a/b", ""])("the bucket name %j is refused", async (id) => {
    const created = await serviceClient(host).storage.createBucket(id);
    expect(codeOf(created.error)).toBe("InvalidKey");
  });

  test("unknown routes and methods are 404, a broken body and an unknown order 400", async () => {
    for (const [method, path] of [
      ["GET", ""],
      ["GET", "status"],
      ["POST", "object"],
      ["PATCH", "object/landing/x"],
      ["POST", "bucket/landing/x/y"],
      ["GET", "render/image/landing/x.png"],
      ["POST", "upload/resumable"],
    ] as const)
      expect([path, ...(await problem(await admin.send(method, path, method === "GET" ? undefined : "{}")))]).toEqual([
        path,
        404,
        "NoSuchRoute",
      ]);
    for (const body of [
      "{",
      "[]",
      '{"prefix":"a","prefix":"b"}',
      '{"limit":-1}',
      '{"sortBy":{"column":"id; drop"}}',
      '{"sortBy":{"order":"up"}}',
    ])
      expect((await admin.send("POST", "object/list/landing", body)).status).toBe(400);
  });
});

describe("Content", () => {
  const page = "<!DOCTYPE html><script>alert(1)</script>";
  const drawing =
    '<?xml version="1.0"?><!-- x --><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

  test.each([
    ["a page", page],
    ["a page in UTF-16", Buffer.from(`\ufeff${page}`, "utf16le")],
    ["a page after spaces", ` \n\t${page}`],
    ["a drawing", drawing],
    ["a picture in name only", "not a picture"],
  ])("%s that is sent as a picture is refused by a bucket of pictures", async (_, content) => {
    const { error } = await landing().upload(`${randomUUID()}.png`, content, { contentType: "image/png" });
    expect(codeOf(error)).toBe("InvalidMimeType");
  });

  test.each([
    ["page.png", page, "text/html"],
    ["drawing.png", drawing, "image/svg+xml"],
    ["document.png", "%PDF-1.7\n1 0 obj\n<</OpenAction<</S/JavaScript>>>>\nendobj", "application/pdf"],
    ["feed.png", "<?xml version='1.0'?><x/>", "application/xml"],
  ])("%s in a bucket for everything is %s, is downloaded, and runs nothing", async (name, content, type) => {
    expect((await open().upload(name, content, { contentType: "image/png" })).error).toBeNull();
    const answer = await fetch(publicUrl(name));
    expect(answer.headers.get("content-type")?.split(";")[0]).toBe(type);
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment;/);
    expect(answer.headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none'/);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("the type is corrected from the content, and a text stays what its sender says", async () => {
    await open().upload("pixel.txt", image, { contentType: "text/html" });
    expect((await open().info("pixel.txt")).data?.contentType).toBe("image/png");
    await open().upload("rows.csv", "a,b\n1,2", { contentType: "text/csv" });
    expect((await open().info("rows.csv")).data?.contentType).toBe("text/csv");
    await open().upload("words.txt", "just words", { contentType: "application/javascript" });
    expect((await open().info("words.txt")).data?.contentType).toBe("text/plain");
    await open().upload("noise.bin", Buffer.from([0, 1, 2, 3]), { contentType: "text/plain" });
    expect((await open().info("noise.bin")).data?.contentType).toBe("application/octet-stream");
  });

  test("a photo loses its place and camera, and stands upright", async () => {
    const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: "red" } })
      .withExif({ IFD0: { Make: "Camera" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    // What is behind the picture is not part of it.
    await landing().upload("photo.jpg", Buffer.concat([photo, Buffer.from("<script>hidden</script>")]));
    const { data } = await landing().download("photo.jpg");
    const stored = Buffer.from(await (data ?? new Blob()).arrayBuffer());
    const { exif, width, height, orientation } = await sharp(stored).metadata();
    expect([exif, width, height, orientation]).toEqual([undefined, 40, 60, undefined]);
    expect(stored.includes("hidden")).toBe(false);
  });

  test("a damaged picture and one with too many pixels are refused", async () => {
    const broken = await landing().upload("broken.png", image.subarray(0, 60));
    expect(codeOf(broken.error)).toBe("InvalidRequest");
    const bomb = await sharp({
      create: { width: 8000, height: 8000, channels: 3, background: "white" },
      limitInputPixels: false,
    })
      .png()
      .toBuffer();
    expect(bomb.length).toBeLessThan(1_000_000);
    expect((await landing().upload("bomb.png", bomb)).error?.message).toContain("million pixels");
  });

  test("sizes that images do not come in are refused, so nobody fills the disk", async () => {
    for (const query of ["width=321", "width=1e3", "height=-1", "width=320&quality=81", "resize=x", "format=webp"])
      expect((await fetch(`${host.url}/storage/v1/render/image/public/landing/there.png?${query}`)).status).toBe(400);
    await open().upload("text.txt", "x");
    expect((await fetch(publicUrl("text.txt").replace("/object/", "/render/image/"))).status).toBe(400);
  });

  test("many requests for one new size make it once", async () => {
    await landing().upload("wide.png", await picture(1000, 500));
    const url = `${host.url}/storage/v1/render/image/public/landing/wide.png?width=640`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => fetch(url, { headers: { accept: "image/webp" } })),
    );
    const bodies = await Promise.all(
      answers.map(async (answer) => Buffer.from(await answer.arrayBuffer()).toString("hex")),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(bodies).size).toBe(1);
    const { version } = (await landing().info("wide.png")).data ?? {};
    expect(readdirSync(join(host.dataDir, "files", "sizes", version ?? ""))).toEqual(["640xauto-cover-q80.webp"]);
  });
});

describe("Limits", () => {
  const endless = (bytes: number) =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new Uint8Array(256 * 1024).fill(65));
        bytes -= 256 * 1024;
        if (bytes <= 0) controller.close();
      },
    });

  test("a body longer than the bucket allows is cut, announced or in chunks, and leaves nothing", async () => {
    const before = contentOnDisk().length;
    const announced = await admin.send("POST", "object/landing/big.png", Buffer.alloc(11 * 1024 * 1024, 65));
    expect(await problem(announced)).toEqual([413, "EntityTooLarge"]);
    const chunked = await admin.send("POST", "object/landing/big.png", endless(12 * 1024 * 1024));
    expect(await problem(chunked)).toEqual([413, "EntityTooLarge"]);
    const form = new FormData();
    form.append("", new Blob([new Uint8Array(11 * 1024 * 1024)]), "big.png");
    expect(await problem(await admin.send("POST", "object/landing/big.png", form))).toEqual([413, "EntityTooLarge"]);
    expect((await landing().exists("big.png")).data).toBe(false);
    expect(contentOnDisk()).toHaveLength(before);
    expect(readdirSync(join(host.dataDir, "files", "incoming"))).toEqual([]);
  });

  test("a form without a file, with two files, or cut off is refused", async () => {
    const two = new FormData();
    for (const name of ["a", "b"]) two.append(name, new Blob([new Uint8Array(image)]), name);
    const none = new FormData();
    none.append("cacheControl", "60");
    for (const form of [two, none])
      expect((await admin.send("POST", "object/landing/form.png", form)).status).toBe(400);
    const part = 'Content-Disposition: form-data; name=""; filename="a"';
    for (const [boundary, body] of [
      ["x", `--x\r\n${part}\r\n\r\nhalf`],
      ["x", `--x\r\n${part}\r\n`],
      ["x", `--x\r\n${part}\r\n\r\nhalf\r\n--x`],
      ["x", "--x--\r\n"],
      ["x", "nothing of the kind"],
      ["x", ""],
      ["y", `--x\r\n${part}\r\n\r\nwhole\r\n--x--\r\n`],
      ["x", `--x\r\n${`X-Long: ${"a".repeat(1000)}\r\n`.repeat(100)}\r\n\r\nwhole\r\n--x--\r\n`],
    ]) {
      const type = { "content-type": `multipart/form-data; boundary=${boundary}` };
      expect([body, (await admin.send("POST", "object/landing/form.png", body, type)).status]).toEqual([body, 400]);
    }
    const unnamed = await admin.send("POST", "object/landing/form.png", "--x", {
      "content-type": "multipart/form-data; a=b",
    });
    expect(unnamed.status).toBe(400);
    expect((await landing().exists("form.png")).data).toBe(false);
    expect(readdirSync(join(host.dataDir, "files", "incoming"))).toEqual([]);
  });

  test("people without the right are refused before their bytes are read", async () => {
    const { client, session } = await signedInClient(host.url, "client@example.com");
    expect(codeOf((await client.storage.from("landing").upload("x.png", image)).error)).toBe("AccessDenied");
    expect((await client.storage.from("landing").remove(["there.png"])).data).toEqual([]);
    expect(codeOf((await client.storage.from("landing").createSignedUrl("there.png", 60)).error)).toBe("NoSuchKey");
    expect(codeOf((await client.storage.from("landing").createSignedUploadUrl("x.png")).error)).toBe("AccessDenied");
    const endlessBody = endless(Number.POSITIVE_INFINITY);
    const refused = await fetch(`${host.url}/storage/v1/object/landing/x.png`, {
      method: "POST",
      headers: { authorization: `Bearer ${session?.access_token}` },
      body: endlessBody,
      duplex: "half",
    } as RequestInit).then(problem, () => "cut");
    expect([[403, "AccessDenied"], "cut"]).toContainEqual(refused);
    expect((await landing().exists("there.png")).data).toBe(true);
  });
});

describe("HTTP", () => {
  test("ranges, entity tags, HEAD and preflights work as browsers expect", async () => {
    await open().upload("digits.txt", "0123456789");
    const url = publicUrl("digits.txt");
    const get = (headers: Record<string, string>, method = "GET") => fetch(url, { headers, method });
    const part = await get({ range: "bytes=2-4" });
    expect([part.status, part.headers.get("content-range"), await part.text()]).toEqual([206, "bytes 2-4/10", "234"]);
    expect(await (await get({ range: "bytes=-3" })).text()).toBe("789");
    expect(await (await get({ range: "bytes=8-" })).text()).toBe("89");
    expect((await get({ range: "bytes=10-" })).status).toBe(416);
    expect((await get({ range: "bytes=0-1,3-4" })).status).toBe(200);
    const tag = part.headers.get("etag") ?? "";
    const same = await get({ "if-none-match": tag });
    expect([same.status, await same.text()]).toEqual([304, ""]);
    expect((await get({ "if-none-match": '"other"' })).status).toBe(200);
    expect((await get({ range: "bytes=2-4", "if-range": '"other"' })).status).toBe(200);
    const head = await get({}, "HEAD");
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "10", ""]);
    const ask = await fetch(url, {
      method: "OPTIONS",
      headers: { origin: "https://a.example", "access-control-request-method": "POST" },
    });
    expect([ask.status, ask.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
  });

  test("a value that becomes a header is a number of seconds, and a file's name cannot break out of its header", async () => {
    await open()
      .upload("cached.txt", "x", { cacheControl: "1, private\r\nX-Evil: 1" })
      .catch(() => undefined);
    await admin.send("POST", "object/landing/cached.png", new Uint8Array(image), {
      "cache-control": "max-age=5, x-evil",
    });
    expect((await landing().info("cached.png")).data?.cacheControl).toBe("max-age=5");
    const saved = await fetch(`${publicUrl("digits.txt")}?download=${encodeURIComponent('a"\r\nX: 1; é')}`);
    expect(saved.headers.get("content-disposition")).toBe(
      "attachment; filename=\"a___X_ 1_ _\"; filename*=UTF-8''a%22%0D%0AX%3A%201%3B%20%C3%A9",
    );
  });
});

describe("Links", () => {
  const secret = () =>
    (JSON.parse(readFileSync(join(host.dataDir, "secrets.json"), "utf8")) as { jwtSecret: string }).jwtSecret;
  const at = (name: string, token: string) =>
    fetch(`${host.url}/storage/v1/object/sign/landing/${name}?token=${token}`);
  const tokenOf = (url: string | undefined) => new URL(url ?? "").searchParams.get("token") ?? "";

  test("open one file, for their time, in one way", async () => {
    await landing().upload("other.png", image);
    const token = tokenOf((await landing().createSignedUrl("there.png", 60)).data?.signedUrl);
    expect((await at("there.png", token)).status).toBe(200);
    expect(await problem(await at("other.png", token))).toEqual([400, "InvalidSignature"]);
    expect(await problem(await at("there.png", `${token.slice(0, -2)}xx`))).toEqual([400, "InvalidSignature"]);
    expect(await problem(await at("there.png", ""))).toEqual([400, "InvalidSignature"]);
    const put = await admin.send("PUT", `object/upload/sign/landing/there.png?token=${token}`, new Uint8Array(image));
    expect(await problem(put)).toEqual([400, "InvalidSignature"]);
    const { id } = (await landing().info("there.png")).data ?? { id: "" };
    const link = { for: "download", bucket: "landing", name: "there.png", id, transform: "" } as const;
    const past = createLinkSigner(secret(), () => Date.now() - 120_000).sign(link, 60);
    expect(await problem(await at("there.png", past))).toEqual([401, "InvalidJWT"]);
  });

  test("with a size open only this size", async () => {
    const { data } = await landing().createSignedUrl("there.png", 60, { transform: { width: 32 } });
    const sized = await fetch(`${data?.signedUrl}&width=1920`, { headers: { accept: "image/webp" } });
    const { width } = await sharp(Buffer.from(await sized.arrayBuffer())).metadata();
    expect(width).toBe(32);
  });

  test("live at most a week", async () => {
    expect((await landing().createSignedUrl("there.png", MAX_LINK_SECONDS)).error).toBeNull();
    for (const seconds of [MAX_LINK_SECONDS + 1, 0, -1, 1.5, 315_360_000])
      expect(codeOf((await landing().createSignedUrl("there.png", seconds)).error)).toBe("InvalidRequest");
  });

  test("neither a session's token nor a link is valid as the other", async () => {
    expect(await problem(await at("there.png", admin.session.access_token))).toEqual([400, "InvalidSignature"]);
    const token = tokenOf((await landing().createSignedUrl("there.png", 60)).data?.signedUrl);
    const used = await fetch(`${host.url}/storage/v1/object/landing/there.png`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(used.status).toBe(404);
  });

  test("end with the file, even if another one gets its name", async () => {
    await landing().upload("mortal.png", image);
    const url = (await landing().createSignedUrl("mortal.png", 60)).data?.signedUrl ?? "";
    await landing().remove(["mortal.png"]);
    expect((await fetch(url)).status).toBe(404);
    await landing().upload("mortal.png", image);
    expect((await fetch(url)).status).toBe(404);
  });

  test("to files outlive the sign-out of who made them; links to upload do not", async () => {
    const { client } = await signedInClient(host.url, "admin@example.com");
    const files = client.storage.from("landing");
    const read = (await files.createSignedUrl("there.png", 60)).data?.signedUrl ?? "";
    const write = (await files.createSignedUploadUrl("late.png")).data?.token ?? "";
    await client.auth.signOut({ scope: "local" });
    expect((await fetch(read)).status).toBe(200);
    const late = await landing().uploadToSignedUrl("late.png", write, image);
    expect(codeOf(late.error)).toBe("InvalidJWT");
    expect((await landing().exists("late.png")).data).toBe(false);
  });

  test("say nothing about their maker but ids", async () => {
    const { data } = await landing().createSignedUploadUrl("said.png");
    const payload = Buffer.from(data?.token.split(".")[0] ?? "", "base64url").toString();
    expect(payload).not.toContain("@");
  });
});

describe("Sessions", () => {
  test("that ended, expired or were forged open nothing private", async () => {
    const { client, session } = await signedInClient(host.url, "client@example.com");
    const path = `${session?.user.id}/${randomUUID()}.png`;
    expect((await client.storage.from("avatars").upload(path, image)).error).toBeNull();
    const read = (token: string) =>
      fetch(`${host.url}/storage/v1/object/avatars/${path}`, { headers: { authorization: `Bearer ${token}` } });
    expect((await read(session?.access_token ?? "")).status).toBe(200);
    await client.auth.signOut();
    expect(await problem(await read(session?.access_token ?? ""))).toEqual([401, "InvalidJWT"]);
    const forged = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${session?.access_token.split(".")[1]}.`;
    expect(await problem(await read(forged))).toEqual([401, "InvalidJWT"]);
    expect(await problem(await fetch(`${host.url}/storage/v1/object/avatars/${path}`))).toEqual([404, "NoSuchKey"]);
    expect(await problem(await fetch(`${host.url}/storage/v1/object/public/avatars/${path}`))).toEqual([
      404,
      "NoSuchBucket",
    ]);
  });
});

test("Two uploads of one name at the same moment leave one of them, whole", async () => {
  const [one, other] = ["a".repeat(3_000_000), "b".repeat(3_000_000)];
  for (let round = 0; round < 5; round++) {
    const results = await Promise.all([one, other].map((text) => open().upload("same.txt", text, { upsert: true })));
    expect(results.map(({ error }) => error)).toEqual([null, null]);
    const stored = (await (await open().download("same.txt")).data?.text()) ?? "";
    expect([one, other].includes(stored)).toBe(true);
  }
});

test("Content that was replaced or removed leaves the disk", async () => {
  await open().upload("brief.txt", "one");
  const first = (await open().info("brief.txt")).data?.version ?? "";
  await open().update("brief.txt", "two");
  const second = (await open().info("brief.txt")).data?.version ?? "";
  await expect.poll(contentOnDisk).not.toContain(first);
  expect(contentOnDisk()).toContain(second);
  await open().remove(["brief.txt"]);
  await expect.poll(contentOnDisk).not.toContain(second);
});
