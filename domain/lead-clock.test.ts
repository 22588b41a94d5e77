import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { calendars, moments } from "../tests/support/working-calendars.ts";
import { clockTime, clockView, type LeadClock } from "./lead-clock.ts";
import { addWorkingSeconds, isWorkingTime, nextOpening, type WorkingCalendar } from "./working-time.ts";

const iso = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString());

/** A clock as the database stores it. */
function clockOf(arrived: number, calendar: WorkingCalendar, target = 300): LeadClock {
  return {
    started_at: iso(nextOpening(arrived, calendar)),
    warn_at: iso(addWorkingSeconds(arrived, target * 0.6, calendar)),
    due_at: iso(addWorkingSeconds(arrived, target, calendar)),
    escalate_at: iso(addWorkingSeconds(arrived, target * 2, calendar)),
    answered_at: null,
    response_seconds: null,
    target_seconds: target,
    state: "running",
  };
}

const office: WorkingCalendar = {
  timeZone: "Europe/Berlin",
  hours: { mon: ["09:00", "18:00"], tue: ["09:00", "18:00"] },
  holidays: [],
};
const monday = Date.parse("2026-01-12T10:00:00Z");
const view = (clock: LeadClock, now: number) => clockView(clock, now, office);

describe("A clock", () => {
  const clock = clockOf(monday, office);

  test.each([
    [0, "running", 300, 0],
    [179, "running", 121, 179 / 300],
    [180, "warn", 120, 0.6],
    [299, "warn", 1, 299 / 300],
    [300, "breach", 0, 1],
    [382, "breach", 82, 382 / 300],
    [599, "breach", 299, 599 / 300],
    [600, "escalated", 300, 2],
    [5000, "escalated", 4700, 2],
  ])("after %i s: %s", (seconds, state, shown, share) => {
    const seen = view(clock, monday + seconds * 1000);
    expect(seen).toMatchObject({ state, seconds: shown });
    expect(seen.share).toBeCloseTo(share, 6);
    expect(clockView(clock, monday + seconds * 1000)).toEqual(seen);
  });

  test("shows the next opening outside working hours", () => {
    const sunday = Date.parse("2026-01-11T10:00:00Z");
    expect(view(clockOf(sunday, office), sunday)).toMatchObject({
      state: "waiting",
      opensAt: "2026-01-12T08:00:00.000Z",
    });
  });

  test("stops overnight with the time that is left", () => {
    const evening = Date.parse("2026-01-12T16:58:00Z");
    const late = clockOf(evening, office);
    expect(view(late, evening + 60_000)).toMatchObject({ state: "running", seconds: 240 });
    const night = view(late, evening + 5 * 3_600_000);
    expect(night).toMatchObject({ state: "waiting", seconds: 180, opensAt: "2026-01-13T08:00:00.000Z" });
    expect(view(late, Date.parse("2026-01-13T08:02:00Z"))).toMatchObject({ state: "warn", seconds: 60 });
    // A week later, only working time counts.
    expect(view(late, Date.parse("2026-01-13T08:03:00Z") + 8 * 60_000)).toMatchObject({
      state: "escalated",
      seconds: 480,
    });
  });

  test("shows nothing if it is missing, dropped, or without working hours", () => {
    expect(clockView(null, monday).state).toBe("none");
    expect(view({ ...clock, state: "dropped" }, monday).state).toBe("none");
    expect(view(clockOf(monday, { ...office, hours: {} }), monday).state).toBe("none");
  });

  test("shows the response time once the lead is answered", () => {
    const answered = { ...clock, state: "answered", answered_at: iso(monday), response_seconds: 134 };
    expect(view(answered, monday + 1e9)).toMatchObject({ state: "answered", seconds: 134, share: 134 / 300 });
  });

  test("never goes back and agrees with the stored times, in any calendar", () => {
    const rank = ["running", "warn", "breach", "escalated"];
    fc.assert(
      fc.property(calendars, moments, fc.nat(400_000), fc.nat(400_000), (calendar, arrived, first, second) => {
        const each = clockOf(arrived, calendar);
        const [one, two] = [first, first + second].map((seconds) =>
          clockView(each, arrived + seconds * 1000, calendar),
        );
        if (!one || !two || one.state === "none") return;
        expect(two.share).toBeGreaterThanOrEqual(one.share);
        if (rank.includes(one.state) && rank.includes(two.state))
          expect(rank.indexOf(two.state)).toBeGreaterThanOrEqual(rank.indexOf(one.state));
        if (two.state === "waiting") expect(isWorkingTime(arrived + (first + second) * 1000, calendar)).toBe(false);
        expect(two.share >= 1).toBe(arrived + (first + second) * 1000 >= Date.parse(each.due_at ?? ""));
      }),
    );
  });
});

test.each([
  [0, "0:00"],
  [72, "1:12"],
  [599.6, "10:00"],
  [3723, "1:02:03"],
  [-5, "0:00"],
])("%d seconds are written %s", (seconds, text) => {
  expect(clockTime(seconds)).toBe(text);
});
