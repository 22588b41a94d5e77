import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { checkConnection, type Signals } from "./connection.ts";

const signals = (given: Partial<Signals> = {}): Signals => ({
  browserOnline: () => true,
  pingHost: async () => undefined,
  outageRate: async () => 0,
  random: () => 0.5,
  now: () => 2_000,
  ...given,
});
const before = { online: true, syncedAt: 1_000 };

describe("a connection check", () => {
  test("that reaches our host is online and updates the synced time", async () => {
    expect(await checkConnection(before, signals())).toEqual({ online: true, syncedAt: 2_000 });
  });

  test("that fails keeps the synced time of the last success", async () => {
    const unreachable = signals({ pingHost: () => Promise.reject(new Error("offline")) });
    expect(await checkConnection(before, unreachable)).toEqual({ online: false, syncedAt: 1_000 });
    expect(await checkConnection(undefined, unreachable)).toEqual({ online: false, syncedAt: null });
  });

  test("sends no request while the browser is offline", async () => {
    const pingHost = vi.fn(async () => undefined);
    expect((await checkConnection(before, signals({ browserOnline: () => false, pingHost }))).online).toBe(false);
    expect(pingHost).not.toHaveBeenCalled();
  });

  test("simulates the given rate of outages (spec §9: 10 percent), but not on the first check", async () => {
    const outageRate = async () => 0.1;
    expect((await checkConnection(before, signals({ outageRate, random: () => 0.09 }))).online).toBe(false);
    expect((await checkConnection(before, signals({ outageRate, random: () => 0.1 }))).online).toBe(true);
    expect((await checkConnection(undefined, signals({ outageRate, random: () => 0 }))).online).toBe(true);
  });

  test("simulates nothing outside the demo, or when the rate cannot be read", async () => {
    await fc.assert(
      fc.asyncProperty(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), async (drawn) => {
        expect((await checkConnection(before, signals({ random: () => drawn }))).online).toBe(true);
        const outageRate = () => Promise.reject(new Error("no config"));
        expect((await checkConnection(before, signals({ outageRate, random: () => drawn }))).online).toBe(true);
      }),
    );
  });
});
