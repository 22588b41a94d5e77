import { queryClient } from "./query-client.ts";
import { safeLocalStorage, safeSessionStorage } from "./safe-storage.ts";

const listeners = new Set<() => void>();
/** The prefix of CRM data in this tab: drafts, the previous list. */
const SESSION_KEY_PREFIX = "crm-";
/** The prefix of the recently opened leads, which a person's tabs share. */
export const RECENT_LEADS_KEY = "crm-recent-leads";

/** For state outside the cache. The listener runs when the user signs out or changes. */
export function onClearUserData(listener: () => void): void {
  listeners.add(listener);
}

/** Removes all data of the previous user from this tab, and their recent leads from the browser. */
export function clearUserData(): void {
  queryClient.clear();
  clearTabData();
  safeLocalStorage.remove(RECENT_LEADS_KEY, { prefix: true });
}

/** Removes what the previous user typed and opened, but not the cache. */
export function clearTabData(): void {
  for (const listener of listeners) listener();
  safeSessionStorage.remove(SESSION_KEY_PREFIX, { prefix: true });
}
