import { afterAll, beforeAll, expect, test } from "vitest";
import { type HostProcess, startHostProcess } from "../support/host-process.ts";
import { rawRequest } from "../support/raw-request.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";

let host: HostProcess;
beforeAll(async () => {
  host = await startHostProcess({ DATA_DIR: await seededDataDirectory() });
});
afterAll(() => host.dispose());

test.each([
  ["15,000 slashes", "/".repeat(15_000), 414],
  ["a page behind slashes", `/landing/${"/".repeat(7_000)}x`, 414],
  ["a long path of the API", `/rest/v1/${"a".repeat(2_000)}`, 414],
  ["a head above the limit", `/?${"a".repeat(17_000)}`, 431],
])("%s is refused before anything reads it, and the host continues", async (_name, path, status) => {
  expect((await rawRequest(host.url, path)).status).toBe(status);
  expect((await rawRequest(host.url, "/healthz")).status).toBe(200);
});

test("a Host header of any length has no effect", async () => {
  const answer = await rawRequest(host.url, "/", { Host: `${"a.".repeat(2_000)}example` });
  expect(answer.status).toBe(400);
});

test("a long campaign link still opens its page", async () => {
  expect((await rawRequest(host.url, `/?utm_campaign=${"a".repeat(6_000)}`)).status).toBe(200);
});
