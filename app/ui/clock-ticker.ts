import { useSyncExternalStore } from "react";
import { type ClockView, clockView, type LeadClock } from "../../domain/lead-clock.ts";
import type { WorkingCalendar } from "../../domain/working-time.ts";

const TICK_MS = 1_000;

let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** How far this machine's clock is from the database's, in milliseconds; a wrong clock must not make a lead late. */
let offset = 0;

/** The agency's working hours: outside them a clock stands still. */
let hours: WorkingCalendar | null = null;

/** Sets all clocks by the database's time, as its answers carry it, and by the agency's hours. */
export function setClocks(databaseNow: string, calendar?: WorkingCalendar | null): void {
  const difference = Date.parse(databaseNow) - Date.now();
  // The way here takes a moment: only what is clearly off is corrected.
  if (Number.isFinite(difference)) offset = Math.abs(difference) > 1_500 ? difference : 0;
  if (calendar !== undefined) hours = calendar;
}

/** What a clock shows at this second. One that was answered, or never was, does not tick. */
export function useClockView(clock: LeadClock | null | undefined): ClockView {
  const paused = !clock || clock.answered_at !== null || clock.state === "dropped";
  return clockView(clock, useTicker(paused), hours);
}

/** What time it is by the database, in milliseconds. */
export function clockNow(): number {
  return Date.now() + offset;
}

function tick(): void {
  now = clockNow();
  for (const notify of listeners) notify();
  // On the full second, so that all clocks of a page move together.
  timer = setTimeout(tick, TICK_MS - (now % TICK_MS));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    now = clockNow();
    timer = setTimeout(tick, TICK_MS - (now % TICK_MS));
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearTimeout(timer);
  };
}

/** The time, once a second, from one ticker for all; `still` (answered, none) never ticks. */
export function useTicker(paused = false): number {
  return useSyncExternalStore(paused ? noSubscription : subscribe, getSnapshot, getSnapshot);
}

const getSnapshot = () => now;
const noSubscription = () => () => {};
