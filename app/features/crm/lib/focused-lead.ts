import { useEffect, useSyncExternalStore } from "react";
import type { LeadRef } from "./lead-types.ts";

/** The leads that are open or under the cursor, the one on top last: what the palette's actions act on. */
const stack: { lead: LeadRef }[] = [];
const listeners = new Set<() => void>();

/** Says that this lead is the one in question while the caller is mounted. */
export function useProvideFocusedLead(lead: LeadRef | undefined): void {
  useEffect(() => {
    if (!lead) return;
    const entry = { lead };
    stack.push(entry);
    for (const notify of listeners) notify();
    return () => {
      stack.splice(stack.indexOf(entry), 1);
      for (const notify of listeners) notify();
    };
  }, [lead]);
}

/** The lead in question, if there is one. */
export function useFocusedLead(): LeadRef | undefined {
  return useSyncExternalStore(subscribe, getSnapshot, () => undefined);
}

const getSnapshot = () => stack.at(-1)?.lead;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
