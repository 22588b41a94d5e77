import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toInstant } from "../zoned-time.ts";
import type { Block } from "./block-types.ts";
import { newBlock } from "./blocks.ts";
import { COUNTDOWN_SCRIPT, readMoment } from "./countdown.ts";

const at = (date: string, time: string, zone: string) =>
  readMoment({ ...newBlock("countdown", "c"), date, time, zone } as Block);

describe("The moment of a countdown", () => {
  it("is a local time with its zone, in words", () => {
    expect(at("2026-12-24", "18:00", "America/New_York")).toEqual({
      wall: "2026-12-24T18:00",
      zone: "America/New_York",
      words: "Thursday, December 24, 2026, 6:00 PM (New York time)",
    });
    expect(at("2028-02-29", "00:05", "UTC")?.words).toBe("Tuesday, February 29, 2028, 12:05 AM (UTC)");
    expect(at("2026-07-01", "12:00", "America/Argentina/Buenos_Aires")?.words).toContain(
      "12:00 PM (Buenos Aires time)",
    );
  });

  it.each([
    ["", "18:00", "UTC"],
    ["2026-12-24", "", "UTC"],
    ["2026-12-24", "18:00", ""],
    ["2026-02-30", "18:00", "UTC"],
    ["2027-02-29", "18:00", "UTC"],
    ["2026-13-01", "18:00", "UTC"],
    ["2026-12-24", "24:00", "UTC"],
    ["2026-12-24", "18:60", "UTC"],
    ["2026-12-24", "6 PM", "UTC"],
    ["24.12.2026", "18:00", "UTC"],
    ["2026-12-24", "18:00", '"><script>'],
    ["2026-12-24", "18:00", "a/b/c/d"],
    ["2026-12-24\n", "18:00", "UTC"],
  ])("is none for %j %j %j", (date, time, zone) => {
    expect(at(date, time, zone)).toBeNull();
  });
});

/** Runs the script on a page with one countdown, in a world whose clock is ours. */
function visit(wall: string, zone: string, now: number) {
  const clock = { now };
  class OwnDate extends Date {
    static override now = () => clock.now;
  }
  type Made = { textContent: string | number; className: string; children: Made[]; isGone: boolean };
  const section = { dataset: {} as Record<string, string> };
  let box: Made | undefined;
  const make = () => {
    const made = {
      textContent: "" as string | number,
      className: "",
      children: [] as Made[],
      isGone: false,
      append: (...more: Made[]) => made.children.push(...more),
      setAttribute: () => undefined,
      remove: () => {
        made.isGone = true;
      },
    };
    return made;
  };
  const element = {
    dataset: { countdown: wall, zone },
    prepend: (made: Made) => {
      box = made;
    },
    closest: () => section,
  };
  let next: (() => void) | undefined;
  let wait = 0;
  const later = (run: () => void, milliseconds: number) => {
    next = run;
    wait = milliseconds;
  };
  const document = { querySelectorAll: () => [element], createElement: make };
  new Function("document", "Date", "setTimeout", COUNTDOWN_SCRIPT)(document, OwnDate, later);
  return {
    isOver: () => "over" in section.dataset,
    /** Days, hours, minutes and seconds in seconds; undefined if nothing counts. */
    left: () => {
      if (!box || box.isGone) return undefined;
      const [days = 0, hours = 0, minutes = 0, seconds = 0] = box.children.map(({ children }) =>
        Number(children[0]?.textContent),
      );
      return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
    },
    words: () => box?.children.map(({ children: [value, name] }) => `${value?.textContent} ${name?.textContent}`),
    wait: () => wait,
    /** Lets time pass, if the script waits for anything. */
    pass: (milliseconds: number) => {
      const run = next;
      next = undefined;
      clock.now += milliseconds;
      run?.();
      return run !== undefined;
    },
  };
}

const ZONES = ["America/New_York", "Europe/London", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Auckland", "UTC"];
/** Local times around changes of the clocks, some of them skipped or repeated, and any others. */
const wallTime = fc
  .oneof(
    fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2031, 0, 1) }),
    fc
      .tuple(
        fc.constantFrom(
          [2027, 2, 14],
          [2027, 10, 7],
          [2027, 2, 28],
          [2027, 9, 31],
          [2027, 3, 4],
          [2027, 9, 3],
          [2027, 8, 26],
        ),
        fc.integer({ min: 0, max: 5 * 60 }),
      )
      .map(([[year = 0, month = 0, day = 0], minutes]) => Date.UTC(year, month, day, 0, minutes)),
  )
  .map((time) => Math.floor(time / 60_000) * 60_000);
const asWall = (time: number) => new Date(time).toISOString().slice(0, 16);

describe("A countdown", () => {
  it("ends at the same instant as the database reads the local time, also when the clocks change", () => {
    fc.assert(
      fc.property(
        wallTime,
        fc.constantFrom(...ZONES),
        fc.integer({ min: 1, max: 400 * 86_400_000 }),
        (wall, zone, before) => {
          const end = toInstant(wall, zone);
          const page = visit(asWall(wall), zone, end - before);
          expect(page.left()).toBe(Math.ceil(before / 1000));
          expect(visit(asWall(wall), zone, end).isOver()).toBe(true);
          expect(visit(asWall(wall), zone, end - 1).isOver()).toBe(false);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("never starts again, however often the page is opened", () => {
    fc.assert(
      fc.property(wallTime, fc.constantFrom(...ZONES), fc.nat(10 * 365 * 86_400_000), (wall, zone, after) => {
        const page = visit(asWall(wall), zone, toInstant(wall, zone) + after);
        expect(page.isOver()).toBe(true);
        expect(page.left()).toBeUndefined();
        expect(page.pass(1000)).toBe(false);
      }),
    );
  });

  it("counts down second by second and stops at the end", () => {
    const end = toInstant(Date.UTC(2027, 2, 14, 18), "America/New_York");
    const page = visit("2027-03-14T18:00", "America/New_York", end - 3_400);
    const seen = [page.left()];
    while (page.pass(page.wait())) seen.push(page.left());
    expect(seen).toEqual([4, 3, 2, 1, undefined]);
    expect(page.isOver()).toBe(true);
  });

  it("names one of each without an s", () => {
    const end = Date.UTC(2027, 0, 1);
    const page = visit("2027-01-01T00:00", "UTC", end - (86_400 + 2 * 3600 + 60) * 1000);
    expect(page.words()).toEqual(["1 day", "02 hours", "01 minute", "00 seconds"]);
  });

  it("leaves the sentence alone if the browser does not know the zone", () => {
    const page = visit("2027-03-14T18:00", "Mars/Olympus", Date.UTC(2030, 0, 1));
    expect(page.left()).toBeUndefined();
    expect(page.isOver()).toBe(false);
  });
});
