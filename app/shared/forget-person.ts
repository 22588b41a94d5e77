import { queryClient } from "./query-client.ts";

const forgetters = new Set<() => void>();
/** What the sales pages keep in this tab: drafts, the leads opened last, the list one came from. */
const KEPT_IN_TAB = "crm-";

/** For what lives outside the cache as long as the page does: called when the person at this browser leaves or changes. */
export function onForget(forget: () => void): void {
  forgetters.add(forget);
}

/** Nothing of the person who was signed in stays in this tab for the next one. */
export function forgetPerson(): void {
  queryClient.clear();
  for (const forget of forgetters) forget();
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(KEPT_IN_TAB)) sessionStorage.removeItem(key);
  } catch {
    // Without storage there is nothing in it.
  }
}
