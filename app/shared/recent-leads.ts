import { RECENT_LEADS_KEY } from "./clear-user-data.ts";
import { safeLocalStorage } from "./safe-storage.ts";
import * as z from "./schema.ts";
import { getAuthState } from "./session-store.ts";
import { workspaceSlug } from "./workspace.ts";

/** The leads that the user opened last in this browser, for the palette before the user types. They stay until sign-out. */
const recentLead = z.object({ id: z.string(), name: z.string(), company: z.nullable(z.string()), stage: z.string() });
export type RecentLead = z.infer<typeof recentLead>;

/** One more than the palette shows, because it leaves out the lead that is open. */
const MAX_LEADS = 6;

/** Null without a user, so that a page that is slow to close stores nothing after a sign-out. */
function storageKey(): string | null {
  const { user } = getAuthState();
  return user && [RECENT_LEADS_KEY, user.id, workspaceSlug].filter(Boolean).join(":");
}

export function getRecentLeads(): RecentLead[] {
  const key = storageKey();
  return key === null ? [] : (z.array(recentLead).safeParse(safeLocalStorage.readJson(key)).data ?? []);
}

export function addRecentLead(lead: RecentLead): void {
  const others = getRecentLeads().filter(({ id }) => id !== lead.id);
  write([lead, ...others].slice(0, MAX_LEADS));
}

/** Removes leads from the list. */
export function removeRecentLeads(ids: string[]): void {
  write(getRecentLeads().filter(({ id }) => !ids.includes(id)));
}

function write(leads: RecentLead[]): void {
  const key = storageKey();
  if (key !== null) safeLocalStorage.write(key, JSON.stringify(leads));
}
