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
  /** Left until the target, or over it, or (answered) taken; 0 while it waits for the opening. */
  seconds: number;
  /** How much of the target is used: 0 to 2, where 2 is twice the target and more. */
  share: number;
  /** While it waits: when it will start. */
  opensAt: string | null;
};

const NONE: ClockView = { state: "none", seconds: 0, share: 0, opensAt: null };

/** What a clock shows at `now` (milliseconds). A lead without a clock shows none. */
export function clockView(clock: LeadClock | null | undefined, now: number): ClockView {
  if (!clock || clock.state === "dropped") return NONE;
  const target = clock.target_seconds;
  if (clock.answered_at || clock.state === "answered") {
    const taken = clock.response_seconds ?? 0;
    return { state: "answered", seconds: taken, share: Math.min(taken / target, 2), opensAt: null };
  }
  if (!clock.started_at || !clock.due_at) return NONE;
  if (now < Date.parse(clock.started_at)) return { state: "waiting", seconds: 0, share: 0, opensAt: clock.started_at };
  const left = Math.ceil((Date.parse(clock.due_at) - now) / 1000);
  if (left > 0) {
    // A target that spans a closing time has more wall time left than working time: never more than the target.
    const seconds = Math.min(left, target);
    const warned = clock.warn_at !== null && now >= Date.parse(clock.warn_at);
    return { state: warned ? "warn" : "running", seconds, share: 1 - seconds / target, opensAt: null };
  }
  const escalated = clock.escalate_at !== null && now >= Date.parse(clock.escalate_at);
  return {
    state: escalated ? "escalated" : "breach",
    seconds: -left,
    share: Math.min(1 - left / target, 2),
    opensAt: null,
  };
}

/** 72 is '1:12', 3,723 is '1:02:03'; the width of a state's figures never changes within an hour. */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const tail = `${hours ? String(minutes).padStart(2, "0") : minutes}:${String(rest).padStart(2, "0")}`;
  return hours ? `${hours}:${tail}` : tail;
}
