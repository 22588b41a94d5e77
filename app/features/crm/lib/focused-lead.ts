import { useEffect, useSyncExternalStore } from "react";
import type { LeadRef } from "./lead-shape.ts";

/** The leads that are open or under the cursor, the one on top last: what the palette's actions act on. */
const focused: { lead: LeadRef }[] = [];
const readers = new Set<() => void>();

/** Says that this lead is the one in question while the caller is mounted. */
export function useFocusLead(lead: LeadRef | undefined): void {
  useEffect(() => {
    if (!lead) return;
    const entry = { lead };
    focused.push(entry);
    for (const tell of readers) tell();
    return () => {
      focused.splice(focused.indexOf(entry), 1);
      for (const tell of readers) tell();
    };
  }, [lead]);
}

/** The lead in question, if there is one. */
export function useFocusedLead(): LeadRef | undefined {
  return useSyncExternalStore(subscribe, readTop, () => undefined);
}

const readTop = () => focused.at(-1)?.lead;

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}
