import { useSyncExternalStore } from "react";
import { type ClockView, clockView, type LeadClock } from "../../domain/lead-clock.ts";
import type { WorkingCalendar } from "../../domain/working-time.ts";

const TICK_MS = 1_000;

let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * The difference between this device's clock and the database's, in milliseconds. A wrong device clock must not make a lead late.
 */
let offset = 0;

/** The working hours of the page's account. Clocks pause outside them, unless they have hours of their own. */
let hours: WorkingCalendar | null = null;

/** The working hours of the page's account; null until they are loaded. */
export const pageHours = (): WorkingCalendar | null => hours;

/** Syncs all clocks with the database time from a response, and with the agency's hours. */
export function setClocks(databaseNow: string, calendar?: WorkingCalendar | null): void {
  const difference = Date.parse(databaseNow) - Date.now();
  // Responses take a moment, so only large differences are corrected.
  if (Number.isFinite(difference)) offset = Math.abs(difference) > 1_500 ? difference : 0;
  if (calendar !== undefined) hours = calendar;
}

/** The current state of a clock. An answered or missing clock does not tick. */
export function useClockView(clock: LeadClock | null | undefined): ClockView {
  const paused = !clock || clock.answered_at !== null || clock.state === "dropped";
  return clockView(clock, useTicker(paused), clock?.calendar ?? hours);
}

/** The database time in milliseconds. */
export function clockNow(): number {
  return Date.now() + offset;
}

function tick(): void {
  now = clockNow();
  for (const notify of listeners) notify();
  // On the full second, so that all clocks of a page tick together.
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

/** The time, updated once a second by one shared ticker. It does not tick while paused. */
export function useTicker(paused = false): number {
  return useSyncExternalStore(paused ? noSubscription : subscribe, getSnapshot, getSnapshot);
}

const getSnapshot = () => now;
const noSubscription = () => () => {};
