import { queryClient } from "./query-client.ts";
import { safeSessionStorage } from "./safe-storage.ts";

const listeners = new Set<() => void>();
/** The prefix of CRM data in this tab: drafts, recently opened leads, the previous list. */
const SESSION_KEY_PREFIX = "crm-";

/** For state outside the cache. The listener runs when the user signs out or changes. */
export function onClearUserData(listener: () => void): void {
  listeners.add(listener);
}

/** Removes all data of the previous user from this tab. */
export function clearUserData(): void {
  queryClient.clear();
  clearTabData();
}

/** Removes what the previous user typed and opened, but not the cache. */
export function clearTabData(): void {
  for (const listener of listeners) listener();
  safeSessionStorage.remove(SESSION_KEY_PREFIX, { prefix: true });
}
