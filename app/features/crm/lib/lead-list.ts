import { useSyncExternalStore } from "react";
import { onClearUserData } from "~/shared/clear-user-data.ts";

/** The list that one opened a lead from, so that its page and drawer lead to the next one. */
export type LeadList = { name: string; path: string; ids: string[] };

const STORAGE_KEY = "crm-lead-list";
/** More than anybody steps through; the whole list is one click away. */
const MAX_IDS = 500;

let list: LeadList | null | undefined;
const readers = new Set<() => void>();
onClearUserData(() => {
  list = null;
  for (const tell of readers) tell();
});

/** Lists call this when a lead is opened from them. */
export function rememberList(next: LeadList): void {
  list = { ...next, ids: next.ids.slice(0, MAX_IDS) };
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(list));
  } catch {
    // Without storage the list lasts as long as the page.
  }
  for (const tell of readers) tell();
}

/** Where a lead stands in the list that one came from. */
export function useLeadList(leadId: string) {
  const known = useSyncExternalStore(subscribe, read, () => null);
  const at = known?.ids.indexOf(leadId) ?? -1;
  if (!known || at === -1) return null;
  return {
    name: known.name,
    path: known.path,
    at,
    of: known.ids.length,
    previous: known.ids[at - 1],
    next: known.ids[at + 1],
  };
}

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}

function read(): LeadList | null {
  if (list === undefined) {
    try {
      list = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null") as LeadList | null;
    } catch {
      list = null;
    }
  }
  return list;
}
