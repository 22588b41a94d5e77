import { expect, test } from "vitest";
import type { ShiftPerson, TeamShifts } from "./api.ts";
import { isAroundTheClock, teamWeek, turns, turnTime } from "./team-week.ts";

const HOUR = 60;
const DAY = 24 * HOUR;
const ALL_WEEK = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

const person = (name: string, changes: Partial<ShiftPerson> = {}): ShiftPerson => ({
  user_id: name,
  name,
  is_self: false,
  edits_absences: false,
  rota: null,
  on_shift: false,
  away_until: null,
  waiting: 0,
  absences: [],
  ...changes,
});
const rota = (hours: Record<string, [string, string][]>) => ({
  rota: { time_zone: "UTC", hours, capacity: null, weight: 1, updated_at: "" },
});

/** Wednesday at noon, in an account that works from 9 to 18 on Monday to Thursday. */
const shifts = (people: ShiftPerson[], changes: Partial<TeamShifts> = {}): TeamShifts => ({
  now: "2026-11-25T12:00:00Z",
  is_leader: true,
  time_zone: "UTC",
  working_hours: Object.fromEntries(["mon", "tue", "wed", "thu"].map((day) => [day, ["09:00", "18:00"]])),
  holidays: [],
  currency: "usd",
  target_seconds: 300,
  people,
  routing: { pools: [], rules: [], offer_percent: null, updated_at: null },
  ...changes,
});

test("a week has the caller first, and gaps from now on only", () => {
  const early = person("Ann", rota({ wed: [["09:00", "15:00"]], thu: [["09:00", "12:00"]] }));
  const self = person("Zoe", { is_self: true, ...rota({ thu: [["12:00", "17:00"]] }) });
  const { people, gaps, nowAt } = teamWeek(shifts([early, self]));
  expect(people.map(({ person: { name } }) => name)).toEqual(["Zoe", "Ann"]);
  expect(nowAt).toBe(3 * DAY + 12 * HOUR);
  // No one worked on Monday and Tuesday, but that is over.
  expect(gaps).toEqual([
    [3 * DAY + 15 * HOUR, 3 * DAY + 18 * HOUR],
    [4 * DAY + 17 * HOUR, 4 * DAY + 18 * HOUR],
  ]);
  // Next week has all of its days.
  expect(teamWeek(shifts([early, self]), 1).gaps[0]).toEqual([DAY + 9 * HOUR, DAY + 18 * HOUR]);
});

test("holidays and absences have no shifts, and a holiday no gaps", () => {
  const away = {
    id: "1",
    starts_at: "2026-11-26T00:00:00Z",
    ends_at: "2026-11-27T00:00:00Z",
    calls: 0,
    first_call: null,
  };
  const team = [person("Ann", { absences: [away] })];
  const weekOfAnn = (changes: Partial<TeamShifts>) => teamWeek(shifts(team, changes));
  expect(weekOfAnn({}).people[0]?.spans).toHaveLength(3);
  expect(weekOfAnn({}).gaps).toEqual([[4 * DAY + 9 * HOUR, 4 * DAY + 18 * HOUR]]);
  expect(weekOfAnn({ holidays: ["2026-11-23", "2026-11-26"] })).toMatchObject({ gaps: [] });
  expect(weekOfAnn({ holidays: ["2026-11-23", "2026-11-26"] }).people[0]?.spans).toHaveLength(2);
});

test("a turn goes on past the end of the week, and the next one may be in the following week", () => {
  const always = person("Ann", rota(Object.fromEntries(ALL_WEEK.map((day) => [day, [["00:00", "24:00"]]]))));
  const monday = person("Ben", rota({ mon: [["08:00", "10:00"]] }));
  const never = person("Cem", rota({}));
  const [ann, ben, cem] = turns(shifts([always, monday, never]));
  expect(isAroundTheClock(ann?.until ?? 0, 3 * DAY)).toBe(true);
  expect(ben).toMatchObject({ until: null, next: 8 * DAY + 8 * HOUR });
  expect(cem).toMatchObject({ until: null, next: null });
});

test("The time of a turn has its weekday for six days, and from the seventh day on its date, too", () => {
  const week = teamWeek(shifts([]));
  const shown = (days: number, hour: number) => turnTime(week, (3 + days) * DAY + hour * HOUR);
  expect(shown(0, 18)).toBe("6:00 PM");
  expect(shown(1, 9)).toBe("Thursday 9:00 AM");
  expect(shown(6, 23)).toBe("Tuesday 11:00 PM");
  expect(shown(7, 0)).toBe("Wed, Dec 2, 12:00 AM");
  expect(shown(11, 0)).toBe("Sun, Dec 6, 12:00 AM");
});
