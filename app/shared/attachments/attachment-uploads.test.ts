import { beforeEach, expect, test, vi } from "vitest";
import type { Upload } from "../files.ts";
import { ServiceError } from "../service-error.ts";
import { AttachmentUploads, UploadsFailed } from "./attachment-uploads.ts";

const started: Upload[] = [];
const removed: string[] = [];
let answers: ((upload: Upload) => Promise<void>)[] = [];

vi.mock("../files.ts", () => ({
  uploadFile: (upload: Upload) => {
    started.push(upload);
    return (answers.shift() ?? (async () => {}))(upload);
  },
  removeFiles: async (_bucket: string, paths: string[]) => removed.push(...paths),
}));

beforeEach(() => {
  started.length = 0;
  removed.length = 0;
  answers = [];
});

const file = (name: string, size = 3) => new File(["x".repeat(size)], name, { lastModified: 1 });
const create = () => new AttachmentUploads((id, name) => `${id}/request/${name}`);
const states = (uploads: AttachmentUploads) => uploads.items().map(({ state }) => state);
const fail = (error: Error) => async () => {
  throw error;
};
const untilAborted = ({ signal }: Upload) =>
  new Promise<void>((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));

test("files are uploaded one after another under the message's id, with their names and progress", async () => {
  const uploads = create();
  const heard: number[] = [];
  answers = [async ({ onProgress }) => onProgress?.(0.5)];
  uploads.subscribe(() => heard.push(uploads.items()[0]?.share ?? 0));
  expect(uploads.add([file("plan one.pdf"), file("b.txt")])).toEqual([]);
  expect(states(uploads)).toEqual(["waiting", "waiting"]);
  await uploads.finish();
  expect(states(uploads)).toEqual(["done", "done"]);
  expect(heard).toContain(0.5);
  expect(started.map(({ name }) => name)).toEqual(["plan one.pdf", "b.txt"]);
  expect(started[0]?.path).toMatch(new RegExp(`^${uploads.messageId}/request/[0-9a-f]{8}-plan-one\\.pdf$`));
});

test("files that are not accepted get a sentence, and the others are uploaded", async () => {
  const uploads = create();
  const many = Array.from({ length: 10 }, (_, at) => file(`${at}.txt`));
  expect(uploads.add([file("a.exe"), file("empty.txt", 0), ...many, file("0.txt"), file("more.txt")])).toEqual([
    "a.exe: choose a PNG, JPG, WEBP, GIF, PDF, TXT, CSV, ZIP, DOCX, XLSX or PPTX file",
    "empty.txt: the file is empty",
    "0.txt: you can attach up to 10 files",
    "more.txt: you can attach up to 10 files",
  ]);
  await uploads.finish();
  uploads.remove(uploads.items()[9]?.id ?? "");
  expect(uploads.add([file("0.txt")])).toEqual(["0.txt is already attached"]);
  expect(started).toHaveLength(10);
});

test("a file that fails says why and holds the message back until it is retried or removed", async () => {
  const uploads = create();
  answers = [
    fail(new ServiceError("failed", "You can upload 1,000 files a day.", "PT429")),
    fail(new ServiceError("offline", "x")),
  ];
  uploads.add([file("a.txt"), file("b.txt"), file("c.txt")]);
  await expect(uploads.finish()).rejects.toThrow(UploadsFailed);
  expect(uploads.items().map(({ problem }) => problem)).toEqual([
    "You can upload 1,000 files a day.",
    "Not uploaded. We can't reach the server. Nothing was lost. Please try again.",
    undefined,
  ]);
  const [first, second] = uploads.items();
  uploads.remove(first?.id ?? "");
  // The earlier try was stored, but its answer was lost.
  answers = [fail(new ServiceError("failed", "A file with this name is already there", "PT409"))];
  uploads.retry(second?.id ?? "");
  await uploads.finish();
  expect(states(uploads)).toEqual(["done", "done"]);
  expect(started[3]?.path).toBe(started[1]?.path);
});

test("a removed file is aborted or deleted, one that waits is never sent, and others continue", async () => {
  const uploads = create();
  answers = [untilAborted];
  uploads.add([file("a.txt"), file("b.txt"), file("c.txt")]);
  await vi.waitFor(() => expect(states(uploads)[0]).toBe("sending"));
  for (const { id } of uploads.items().slice(0, 2)) uploads.remove(id);
  await uploads.finish();
  expect(started.map(({ name }) => name)).toEqual(["a.txt", "c.txt"]);
  expect(removed).toEqual([started[0]?.path]);
});

test("a discarded message deletes its files, but not when it may have been sent", async () => {
  const uploads = create();
  uploads.add([file("a.txt")]);
  await vi.waitFor(() => expect(states(uploads)).toEqual(["done"]));
  const id = uploads.messageId;
  uploads.discard();
  expect(removed).toEqual([started[0]?.path]);
  uploads.add([file("b.txt")]);
  await uploads.finish();
  uploads.discard();
  expect(removed).toHaveLength(1);
  uploads.release();
  expect([uploads.items().length, uploads.messageId === id]).toEqual([0, false]);
  uploads.add([file("c.txt")]);
  await vi.waitFor(() => expect(states(uploads)).toEqual(["done"]));
  uploads.discard();
  expect(removed).toEqual([started[0]?.path, started[2]?.path]);
});
