import type { ClockInfo } from "../lib/lead-types.ts";

/** A call as typed. Minutes and time may be left out. */
export type CallInput = { outcome: string; minutes: string; at: string };
export type CallProblems = Partial<Record<keyof CallInput, string>>;

/** Nothing is selected at first: an outcome that no one chose would be wrong in the history. */
export const newCall: CallInput = { outcome: "", minutes: "", at: "" };

const MAX_MINUTES = 24 * 60;

/** What to add when a logged call ended no clock, because it was before the lead wrote. The lead still waits. */
export function waitingText(at: string, clock: Pick<ClockInfo, "arrived_at" | "state"> | null): string {
  const waits = clock !== null && clock.state !== "answered" && clock.state !== "dropped";
  if (!at || !waits || Date.parse(at) >= Date.parse(clock.arrived_at)) return "";
  return ". The call was before the lead wrote, so the lead still waits for a first response";
}

/** How long a typed call lasted, in seconds. Null if nothing is typed, NaN if that is no duration. A comma works, too. */
export function callSeconds(minutes: string): number | null {
  const typed = minutes.trim().replace(",", ".");
  if (!typed) return null;
  return /^\d{0,4}(\.\d{0,3})?$/.test(typed) ? Math.round(Number(typed) * 60) : Number.NaN;
}

/** What is wrong with a typed call, by field. `now` is a moment in milliseconds. Same rules as private.log_activity in the database. */
export function callProblems({ outcome, minutes, at }: CallInput, now: number): CallProblems {
  const seconds = callSeconds(minutes);
  const happened = at ? Date.parse(at) : now;
  return {
    ...(!outcome && { outcome: "Select an outcome" }),
    ...(seconds !== null &&
      !(seconds > 0 && seconds <= MAX_MINUTES * 60) && {
        minutes: seconds > 0 ? "A call can last up to one day" : "Enter minutes, such as 12",
      }),
    ...(!(happened >= 0 && happened <= now) && {
      at: happened < 0 ? "Check the year" : "Choose a time that has passed",
    }),
  };
}
