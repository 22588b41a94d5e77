import { safeSessionStorage } from "./safe-storage.ts";
import * as z from "./schema.ts";
import { workspaceSlug } from "./workspace.ts";

/** The leads that the user opened last in this browser, for the palette before the user types. */
const recentLead = z.object({ id: z.string(), name: z.string(), company: z.nullable(z.string()), stage: z.string() });
export type RecentLead = z.infer<typeof recentLead>;

const storageKey = () => `crm-recent-leads${workspaceSlug ? `:${workspaceSlug}` : ""}`;
const MAX_LEADS = 6;

export function getRecentLeads(): RecentLead[] {
  return z.array(recentLead).safeParse(safeSessionStorage.readJson(storageKey())).data ?? [];
}

export function addRecentLead(lead: RecentLead): void {
  const others = getRecentLeads().filter(({ id }) => id !== lead.id);
  write([lead, ...others].slice(0, MAX_LEADS));
}

/** Removes leads from the list. */
export function removeRecentLeads(ids: string[]): void {
  write(getRecentLeads().filter(({ id }) => !ids.includes(id)));
}

const write = (leads: RecentLead[]) => safeSessionStorage.write(storageKey(), JSON.stringify(leads));
