import type { FreeTimeCase, Host } from "./free-time-case.ts";

// The oracle of private.free_times: it looks at every minute and knows nothing of ranges.

const MINUTE = 60_000;
const DAY = 86_400_000;
const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;
const formats = new Map<string, Intl.DateTimeFormat>();
/** Of each zone, by the quarter of an hour. */
const offsets = new Map<string, Map<number, number>>();

/** How far the zone's clocks are ahead of UTC at a moment, in milliseconds. Offsets change on quarters of an hour. */
export function offsetAt(zone: string, at: number): number {
  const quarter = Math.floor(at / (15 * MINUTE));
  const ofZone = offsets.get(zone) ?? new Map<number, number>();
  const known = ofZone.get(quarter);
  if (known !== undefined) return known;
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  formats.set(zone, format);
  const parts = Object.fromEntries(
    format.formatToParts(quarter * 15 * MINUTE).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const offset = Date.UTC(year, month - 1, day, hour, minute, second) - quarter * 15 * MINUTE;
  offsets.set(zone, ofZone.set(quarter, offset));
  return offset;
}

/**
 * The moment of a local time, given as if it were UTC. Of a repeated time the second; a skipped one as clocks before the
 * change would have it.
 */
function momentOf(zone: string, local: number): number {
  const near = [offsetAt(zone, local - DAY), offsetAt(zone, local + DAY)];
  const real = near.map((offset) => local - offset).filter((at) => offsetAt(zone, at) === local - at);
  return real.length > 0 ? Math.max(...real) : local - (near[0] ?? 0);
}

const localDay = (zone: string, at: number) => Math.floor((at + offsetAt(zone, at)) / DAY);
const clockOf = (text: string) => (Number(text.slice(0, 2)) * 60 + Number(text.slice(3))) * MINUTE;

/** The minutes in which a host can have a call, from `first` on. */
function openMinutes(given: FreeTimeCase, host: Host, number: number, first: number, last: number): Uint8Array {
  const open = new Uint8Array((last - first) / MINUTE);
  const mark = (from: number, to: number, value: 0 | 1) => {
    for (let at = Math.max(from, first); at < Math.min(to, last); at += MINUTE) open[(at - first) / MINUTE] = value;
  };
  const zone = host.rota ? host.rota.zone : given.zone;
  for (let day = localDay(zone, first) - 2; day <= localDay(zone, last) + 2; day++) {
    const name = DAYS[new Date(day * DAY).getUTCDay()] ?? "sun";
    const hours = given.hours[name];
    const pairs = host.rota ? (host.rota.hours[name] ?? []) : hours ? [hours] : [];
    for (const [from, to] of pairs)
      mark(momentOf(zone, day * DAY + clockOf(from)), momentOf(zone, day * DAY + clockOf(to)), 1);
  }
  for (const holiday of given.holidays) {
    const day = Date.parse(holiday);
    mark(momentOf(given.zone, day), momentOf(given.zone, day + DAY), 0);
  }
  for (const [from, to] of [...host.absences, ...host.busy]) mark(from, to, 0);
  for (const [index, call] of given.calls.entries())
    if (call.host === number && call.isTaken && index !== given.moved)
      mark(call.at - call.before * MINUTE, call.at + (call.minutes + call.after) * MINUTE, 0);
  return open;
}

/** The minutes in which a call of the type can take place, from `first` on. */
function bookableMinutes({ zone, type }: FreeTimeCase, first: number, last: number): Uint8Array {
  const bookable = new Uint8Array((last - first) / MINUTE);
  const [from, until] = type.between ?? ["00:00", "24:00"];
  for (let day = localDay(zone, first) - 2; day <= localDay(zone, last) + 2; day++) {
    if (!type.days.includes(DAYS[new Date(day * DAY).getUTCDay()] ?? "")) continue;
    const end = Math.min(momentOf(zone, day * DAY + clockOf(until)), last);
    for (let at = Math.max(momentOf(zone, day * DAY + clockOf(from)), first); at < end; at += MINUTE)
      bookable[(at - first) / MINUTE] = 1;
  }
  return bookable;
}

/** When a call can begin, each with the numbers of the hosts who are free: "1764090000 0 2". */
export function freeTimes(given: FreeTimeCase): string[] {
  const { type } = given;
  const earliest = Math.max(given.from, given.now + type.notice * MINUTE);
  const latest = Math.min(given.to, given.now + type.horizon * DAY + 1);
  const first = Math.floor((given.from - DAY) / MINUTE) * MINUTE;
  const last = Math.ceil((given.to + DAY) / MINUTE) * MINUTE;
  const moved = given.moved === null ? undefined : given.calls[given.moved];
  const takesCalls = ({ rota }: Host) => type.assignment !== "pool" || rota?.weight !== 0;
  const hosts = given.hosts.flatMap((host, number) =>
    (moved ? moved.host === number : takesCalls(host))
      ? [{ number, open: openMinutes(given, host, number, first, last) }]
      : [],
  );
  const needed = moved || type.assignment === "together" ? hosts.length : 1;
  const isFull = (number: number, day: number) =>
    type.dailyLimit !== null &&
    given.calls.filter(
      (call, index) =>
        call.isSameType &&
        call.isTaken &&
        call.host === number &&
        index !== given.moved &&
        localDay(given.zone, call.at) === day,
    ).length >= type.dailyLimit;
  const bookable = bookableMinutes(given, first, last);
  const found: string[] = [];
  for (let at = first; at < last; at += MINUTE) {
    if (at < earliest || at >= latest) continue;
    const local = (at + offsetAt(given.zone, at)) / MINUTE;
    if ((((local % 60) + 60) % 60) % type.step !== 0) continue;
    const start = (at - first) / MINUTE;
    if (bookable.subarray(start, start + type.minutes).includes(0)) continue;
    const day = localDay(given.zone, at);
    const free = hosts.filter(({ number, open }) => {
      for (let part = -type.before; part < type.minutes + type.after; part++)
        if (open[start + part] !== 1) return false;
      return !isFull(number, day);
    });
    if (free.length > 0 && free.length >= needed)
      found.push([at / 1000, ...free.map(({ number }) => number)].join(" "));
  }
  return found;
}
