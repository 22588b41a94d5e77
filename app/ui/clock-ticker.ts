import { useSyncExternalStore } from "react";

const EVERY_MS = 1_000;

let now = Date.now();
const readers = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** How far this machine's clock is from the database's, in milliseconds; a wrong clock must not make a lead late. */
let offset = 0;

/** Sets all clocks by the database's time, as its answers carry it. */
export function setClocks(databaseNow: string): void {
  const difference = Date.parse(databaseNow) - Date.now();
  // The way here takes a moment: only what is clearly off is corrected.
  if (Number.isFinite(difference)) offset = Math.abs(difference) > 1_500 ? difference : 0;
}

/** What time it is by the database, in milliseconds. */
export function clockNow(): number {
  return Date.now() + offset;
}

function tick(): void {
  now = clockNow();
  for (const tell of readers) tell();
  // On the full second, so that all clocks of a page move together.
  timer = setTimeout(tick, EVERY_MS - (now % EVERY_MS));
}

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  if (readers.size === 1) {
    now = clockNow();
    timer = setTimeout(tick, EVERY_MS - (now % EVERY_MS));
  }
  return () => {
    readers.delete(reader);
    if (readers.size === 0) clearTimeout(timer);
  };
}

/** The time, once a second, from one ticker for all; `still` (answered, none) never ticks. */
export function useTicker(still = false): number {
  return useSyncExternalStore(still ? subscribeToNothing : subscribe, readNow, readNow);
}

const readNow = () => now;
const subscribeToNothing = () => () => {};
