import { useSyncExternalStore } from "react";
import { onClearUserData } from "~/shared/clear-user-data.ts";

/** The list that one opened a lead from, so that its page and drawer lead to the next one. */
export type LeadList = { name: string; path: string; ids: string[] };

const STORAGE_KEY = "crm-lead-list";
/** More than anybody steps through; the whole list is one click away. */
const MAX_IDS = 500;

let list: LeadList | null | undefined;
const listeners = new Set<() => void>();
onClearUserData(() => {
  list = null;
  for (const notify of listeners) notify();
});

/** Lists call this when a lead is opened from them. */
export function saveLeadList(next: LeadList): void {
  list = { ...next, ids: next.ids.slice(0, MAX_IDS) };
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(list));
  } catch {
    // Without storage the list lasts as long as the page.
  }
  for (const notify of listeners) notify();
}

/** Where a lead stands in the list that one came from. */
export function useLeadList(leadId: string) {
  const current = useSyncExternalStore(subscribe, getSnapshot, () => null);
  const at = current?.ids.indexOf(leadId) ?? -1;
  if (!current || at === -1) return null;
  return {
    name: current.name,
    path: current.path,
    at,
    of: current.ids.length,
    previous: current.ids[at - 1],
    next: current.ids[at + 1],
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function getSnapshot(): LeadList | null {
  if (list === undefined) {
    try {
      list = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null") as LeadList | null;
    } catch {
      list = null;
    }
  }
  return list;
}
