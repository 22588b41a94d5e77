import { isWorkingTime, nextOpening, type WorkingCalendar, workingSecondsBetween } from "./working-time.ts";

/** The stored times of a clock: instants as the database writes them, durations in working seconds. */
export type LeadClock = {
  started_at: string | null;
  warn_at: string | null;
  due_at: string | null;
  escalate_at: string | null;
  answered_at: string | null;
  response_seconds: number | null;
  target_seconds: number;
  state?: string | null;
  /** The hours that it pauses outside of, if they aren't those of the page's account. */
  calendar?: WorkingCalendar | undefined;
};

export type ClockState = "none" | "waiting" | "running" | "warn" | "breach" | "escalated" | "answered";

/** The state of a clock at one moment. */
export type ClockView = {
  state: ClockState;
  /** Working seconds left until the target, or past it, or (if answered) taken. 0 before the first second is used. */
  seconds: number;
  /** The used share of the target, from 0 to 2. 2 means twice the target or more. */
  share: number;
  /** When the clock continues, if it is waiting for working hours. */
  opensAt: string | null;
};

const NO_CLOCK: ClockView = { state: "none", seconds: 0, share: 0, opensAt: null };

/**
 * The state of a clock at `now` (milliseconds). A lead without a clock has the state 'none'. With the
 * agency's calendar, a clock stops outside working hours and says when it continues. Without the calendar, time passes
 * there too once the clock has started.
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
  // If the target spans a closing time, more wall time than working time passes, so the result is capped at the target.
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

/** 72 is '1:12', 3,723 is '1:02:03'. Within an hour, the text keeps its width. */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const tail = `${hours ? String(minutes).padStart(2, "0") : minutes}:${String(rest).padStart(2, "0")}`;
  return hours ? `${hours}:${tail}` : tail;
}
