import { queryClient } from "./query-client.ts";
import { safeSessionStorage } from "./safe-storage.ts";

const listeners = new Set<() => void>();
/** What the sales pages keep in this tab: drafts, the leads opened last, the list one came from. */
const SESSION_KEY_PREFIX = "crm-";

/** For what lives outside the cache as long as the page does: called when the person at this browser leaves or changes. */
export function onClearUserData(listener: () => void): void {
  listeners.add(listener);
}

/** Nothing of the person who was signed in stays in this tab for the next one. */
export function clearUserData(): void {
  queryClient.clear();
  for (const listener of listeners) listener();
  safeSessionStorage.remove(SESSION_KEY_PREFIX, { prefix: true });
}
