import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  downloadUrl,
  imageSources,
  listFiles,
  publicFileUrl,
  removeFiles,
  signedFileUrls,
  signedImageUrl,
  uploadFile,
} from "./files.ts";
import { problemText } from "./problem-text.ts";

vi.mock("./config.ts", () => ({
  loadConfig: async () => ({ supabaseUrl: "https://project.example/", supabasePublishableKey: "public-key" }),
}));
vi.mock("./supabase.ts", () => ({
  getSupabase: async () => ({ auth: { getSession: async () => ({ data: { session: { access_token: "token" } } }) } }),
}));

const sent: { url: string; method: string; headers: Record<string, string>; body: unknown }[] = [];
let answer: { status: number; body: unknown };

/** Answers as a host would, in two steps of progress. */
class FakeRequest {
  upload: { onprogress?: (event: object) => void } = {};
  status = 0;
  responseText = "";
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  onloadend = () => {};
  #entry = { url: "", method: "", headers: {} as Record<string, string>, body: undefined as unknown };
  open(method: string, url: string) {
    Object.assign(this.#entry, { method, url });
  }
  setRequestHeader(name: string, value: string) {
    this.#entry.headers[name] = value;
  }
  getResponseHeader() {
    return "id-1";
  }
  abort() {
    this.onabort();
    this.onloadend();
  }
  send(body: unknown) {
    sent.push({ ...this.#entry, body });
    this.upload.onprogress?.({ loaded: 1, total: 2 });
    if (answer.status === -1) return;
    this.status = answer.status;
    this.responseText = JSON.stringify(answer.body);
    if (answer.status === 0) this.onerror();
    else this.onload();
    this.onloadend();
  }
}

beforeEach(() => {
  sent.length = 0;
  answer = { status: 200, body: {} };
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  vi.stubGlobal("fetch", async (url: string, { method, headers, body }: RequestInit) => {
    sent.push({
      url,
      method: String(method),
      headers: headers as Record<string, string>,
      body: JSON.parse(String(body)),
    });
    return new Response(JSON.stringify(answer.body), { status: answer.status });
  });
});
afterEach(() => vi.unstubAllGlobals());

const upload = (more: object = {}) =>
  uploadFile({ bucket: "brand", path: "logo/a b.png", file: new Blob(["x"]), ...more });
const failure = (work: Promise<unknown>) =>
  work.then(
    () => "stored",
    (error: unknown) => problemText(error, "Not saved"),
  );

test("an upload sends the file once, for the signed-in person, and tells its progress", async () => {
  const shares: number[] = [];
  await upload({ onProgress: (share: number) => shares.push(share) });
  expect(sent).toMatchObject([
    {
      method: "POST",
      url: "https://project.example/storage/v1/object/brand/logo/a%20b.png",
      headers: { apikey: "public-key", authorization: "Bearer token", "x-upsert": "false" },
    },
  ]);
  expect(shares).toEqual([0.5]);
});

test("an upload carries the name that the file had", async () => {
  await upload({ name: "März 1.pdf" });
  const metadata = Buffer.from(sent[0]?.headers["x-metadata"] ?? "", "base64").toString();
  expect(JSON.parse(metadata)).toEqual({ name: "März 1.pdf" });
  expect(downloadUrl("https://project.example/a?token=t", "März & 1.pdf")).toBe(
    "https://project.example/a?token=t&download=M%C3%A4rz%20%26%201.pdf",
  );
});

test("an upload can be aborted before and while it runs", async () => {
  answer.status = -1;
  const abort = new AbortController();
  const running = upload({ signal: abort.signal });
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  abort.abort(new Error("stopped"));
  await expect(running).rejects.toThrow("stopped");
  await expect(upload({ signal: abort.signal })).rejects.toThrow("stopped");
  expect(sent).toHaveLength(1);
});

test.each([
  [413, { statusCode: "413" }, "The file is larger than 5 MB"],
  // Hosted projects answer with 400 and put the real status into the body.
  [400, { statusCode: "413", error: "Payload too large" }, "The file is larger than 5 MB"],
  [415, { statusCode: "415" }, "Choose a PNG, JPG or WEBP file"],
  [409, { statusCode: "409" }, "A file with this name is already there"],
  [
    429,
    { statusCode: "429", code: "QuotaReached", message: "You can upload 1,000 files a day." },
    "You can upload 1,000 files a day.",
  ],
  [400, { code: "InvalidRequest", message: "The image can't be read" }, "The image can't be read"],
  [403, { statusCode: "403" }, "Not saved. You don't have permission to do this."],
  [0, {}, "Not saved. We can't reach the server. Nothing was lost. Please try again."],
])("a refusal with %i %j becomes a sentence", async (status, body, text) => {
  answer = { status, body };
  expect(await failure(upload())).toBe(text);
});

test("files are listed without folders, removed by path, and linked if they can be read", async () => {
  answer.body = [
    { name: "folder", id: null, created_at: null, metadata: null },
    { name: "a.pdf", id: "1", created_at: "2026-01-01", metadata: { size: 3, mimetype: "application/pdf" } },
  ];
  expect(await listFiles("attachments", "r/request")).toEqual([
    { name: "a.pdf", path: "r/request/a.pdf", size: 3, type: "application/pdf", createdAt: "2026-01-01" },
  ]);
  answer.body = [{ name: "r/request/a.pdf" }];
  expect(await removeFiles("attachments", ["r/request/a.pdf", "other"])).toEqual(["r/request/a.pdf"]);
  answer.body = [
    { path: "a b", signedURL: "/object/sign/attachments/a b?token=t" },
    { path: "c", signedURL: null },
  ];
  expect([...(await signedFileUrls("attachments", ["a b", "c"]))]).toEqual([
    ["a b", "https://project.example/storage/v1/object/sign/attachments/a%20b?token=t"],
  ]);
  expect(await signedFileUrls("attachments", [])).toEqual(new Map());
  answer.body = { signedURL: "/render/image/sign/avatars/u/a.png?token=t" };
  expect(await signedImageUrl("avatars", "u/a.png", { width: 96 })).toBe(
    "https://project.example/storage/v1/render/image/sign/avatars/u/a.png?token=t",
  );
  expect(sent.at(-1)?.body).toEqual({ expiresIn: 3600, transform: { width: 96 } });
});

test("public pictures have an address for every width", () => {
  expect(publicFileUrl("https://p.example", "brand", "a b.png")).toBe(
    "https://p.example/storage/v1/object/public/brand/a%20b.png",
  );
  const { src, srcSet } = imageSources("https://p.example", "landing", "x.png");
  expect(src).toBe("https://p.example/storage/v1/render/image/public/landing/x.png?width=1280");
  expect(srcSet.split(", ")).toHaveLength(5);
  expect(srcSet).toContain("?width=320 320w");
});
