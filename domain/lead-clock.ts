import { isWorkingTime, nextOpening, type WorkingCalendar, workingSecondsBetween } from "./working-time.ts";

/** The stored moments of a clock: instants as the database writes them, durations in working seconds. */
export type LeadClock = {
  started_at: string | null;
  warn_at: string | null;
  due_at: string | null;
  escalate_at: string | null;
  answered_at: string | null;
  response_seconds: number | null;
  target_seconds: number;
  state?: string | null;
};

export type ClockState = "none" | "waiting" | "running" | "warn" | "breach" | "escalated" | "answered";

/** How a clock looks at a moment. */
export type ClockView = {
  state: ClockState;
  /** Working seconds left until the target, or over it, or (answered) taken; 0 while nothing is used yet. */
  seconds: number;
  /** How much of the target is used: 0 to 2, where 2 is twice the target and more. */
  share: number;
  /** While it waits for working hours: when it goes on. */
  opensAt: string | null;
};

const NO_CLOCK: ClockView = { state: "none", seconds: 0, share: 0, opensAt: null };

/**
 * What a clock shows at `now` (milliseconds). A lead without a clock shows none. With the agency's calendar a clock stands
 * still outside working hours and says when it goes on; without it, time passes there too once it has started.
 */
export function clockView(
  clock: LeadClock | null | undefined,
  now: number,
  calendar?: WorkingCalendar | null,
): ClockView {
  if (!clock || clock.state === "dropped") return NO_CLOCK;
  const target = clock.target_seconds;
  if (clock.answered_at || clock.state === "answered") {
    const taken = clock.response_seconds ?? 0;
    return { state: "answered", seconds: taken, share: Math.min(taken / target, 2), opensAt: null };
  }
  if (!clock.started_at || !clock.due_at) return NO_CLOCK;
  if (now < Date.parse(clock.started_at)) return { state: "waiting", seconds: 0, share: 0, opensAt: clock.started_at };
  const due = Date.parse(clock.due_at);
  return now < due ? beforeTarget(clock, now, due, calendar) : afterTarget(clock, now, due, calendar);
}

function beforeTarget(clock: LeadClock, now: number, due: number, calendar?: WorkingCalendar | null): ClockView {
  const target = clock.target_seconds;
  // A target that spans a closing time has more time on the wall than working time: never more than the target.
  const seconds = Math.min(Math.ceil(secondsBetween(now, due, calendar)), target);
  const share = 1 - seconds / target;
  if (calendar && !isWorkingTime(now, calendar)) {
    const opening = nextOpening(now, calendar);
    return { state: "waiting", seconds, share, opensAt: opening === null ? null : new Date(opening).toISOString() };
  }
  const warned = clock.warn_at !== null && now >= Date.parse(clock.warn_at);
  return { state: warned ? "warn" : "running", seconds, share, opensAt: null };
}

function afterTarget(clock: LeadClock, now: number, due: number, calendar?: WorkingCalendar | null): ClockView {
  const seconds = Math.floor(secondsBetween(due, now, calendar));
  const escalated = clock.escalate_at !== null && now >= Date.parse(clock.escalate_at);
  const share = Math.min(1 + seconds / clock.target_seconds, 2);
  return { state: escalated ? "escalated" : "breach", seconds, share, opensAt: null };
}

function secondsBetween(from: number, to: number, calendar?: WorkingCalendar | null): number {
  return calendar ? workingSecondsBetween(from, to, calendar) : (to - from) / 1000;
}

/** 72 is '1:12', 3,723 is '1:02:03'; the width of a state's figures never changes within an hour. */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const tail = `${hours ? String(minutes).padStart(2, "0") : minutes}:${String(rest).padStart(2, "0")}`;
  return hours ? `${hours}:${tail}` : tail;
}
