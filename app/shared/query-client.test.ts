import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "./query-client.ts";
import { ServiceError } from "./service-error.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
});

/** How often a query that fails with this error is asked, and what its caller gets. */
async function ask(error: Error, needs = (inner: () => Promise<unknown>) => inner()) {
  let asked = 0;
  const inner = () =>
    queryClient.fetchQuery({
      queryKey: ["inner"],
      queryFn: () => {
        asked += 1;
        return Promise.reject(error);
      },
    });
  const failed = expect(needs(inner)).rejects.toBe(error);
  await vi.runAllTimersAsync();
  await failed;
  return asked;
}

const offline = () => new ServiceError("offline", "No network");

test("A query is asked three times while the server can't be reached", async () => {
  expect(await ask(offline())).toBe(3);
});

test("A query that needs another one fails as soon as that one gave up", async () => {
  expect(await ask(offline(), (inner) => queryClient.fetchQuery({ queryKey: ["outer"], queryFn: inner }))).toBe(3);
});

test("A wrong request is not repeated, and a busy server is asked again", async () => {
  expect(await ask(new ServiceError("failed", "Lead not found", "PT404", null, null, 404))).toBe(1);
  expect(await ask(new ServiceError("failed", "Too many requests", "429", null, null, 429))).toBe(3);
});
