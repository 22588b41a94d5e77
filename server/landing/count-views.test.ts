import { expect, test } from "vitest";
import { createClientAddress } from "../../supabase/functions/_shared/client-address.ts";
import { createViewCounter } from "./count-views.ts";
import type { CountedViews } from "./counted-views.ts";

const clientAddress = createClientAddress([]);
const PAGE = { id: "p", version: 1 };

function open() {
  const calls: CountedViews[][] = [];
  const state = { failures: 0 };
  const record = async (views: CountedViews[]) => {
    if (state.failures > 0) {
      state.failures -= 1;
      throw new Error("no connection");
    }
    calls.push(views);
  };
  const counter = createViewCounter(record, () => undefined, 1_000_000);
  const see = (address: string, browser: string, query = "") =>
    counter.count(PAGE, {
      host: "portal.example.com",
      query,
      address: () => clientAddress(address, undefined),
      header: (name) => (name === "user-agent" ? `Mozilla/5.0 (X11) Firefox/${browser}` : undefined),
    });
  const all = () => calls.flat();
  const views = () => all().reduce((sum, entry) => sum + entry.views, 0);
  const visitors = () => all().flatMap((entry) => entry.visitors);
  return { counter, see, calls, state, views, visitors };
}

test("one address counts as at most twenty visitors, an IPv6 network counts as one address, and every view counts", async () => {
  const { counter, see, views, visitors } = open();
  for (let at = 0; at < 5_000; at += 1) see("192.0.2.1", `${at}${"x".repeat(400)}`);
  for (let at = 0; at < 5_000; at += 1) see(`2001:db8:0:1::${at.toString(16)}`, "140.0");
  see("192.0.2.2", "140.0");
  await counter.flush();
  expect([views(), visitors().length]).toEqual([10_001, 22]);
  expect(Math.max(...visitors().map(({ length }) => length))).toBeLessThan(80);
});

test("a large number of views is stored in small calls, with limits on visitors and sources", async () => {
  const { counter, see, calls, views, visitors } = open();
  for (let at = 0; at < 3_000; at += 1) see(`10.0.${at >> 8}.${at & 255}`, "140.0");
  for (let at = 0; at < 3_000; at += 1) see("192.0.2.1", "140.0", `?utm_source=made-${at}`);
  await counter.flush();
  expect([views(), visitors().length]).toEqual([6_000, 1_000]);
  expect(new Set(visitors()).size).toBe(1_000);
  const sizes = calls.map((call) => call.reduce((sum, entry) => sum + 1 + entry.visitors.length, 0));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
  expect(new Set(calls.flat().map(({ source }) => source)).size).toBe(301);
  expect(calls.flat().find(({ source }) => source === "other")?.views).toBe(3_000 - 299);
});

test("after a failed flush, each view is counted once later", async () => {
  const { counter, see, state, views, visitors } = open();
  for (let at = 0; at < 250; at += 1) see(`10.0.0.${at}`, "140.0", `?utm_source=${at % 3}`);
  state.failures = 1;
  await counter.flush();
  see("10.0.0.1", "140.0");
  await counter.flush();
  await counter.flush();
  expect(views()).toBe(251);
  expect(new Set(visitors()).size).toBe(250);
});
