/** The leads that the user opened last in this browser, for the palette before the user types. */
export type RecentLead = { id: string; name: string; company: string | null; stage: string };

const STORAGE_KEY = "crm-recent-leads";
const MAX_LEADS = 6;

export function getRecentLeads(): RecentLead[] {
  try {
    const held: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(held) ? (held as RecentLead[]) : [];
  } catch {
    return [];
  }
}

export function addRecentLead(lead: RecentLead): void {
  try {
    const others = getRecentLeads().filter(({ id }) => id !== lead.id);
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([lead, ...others].slice(0, MAX_LEADS)));
  } catch {
    // Without storage there are none.
  }
}

/** Removes leads from the list. */
export function removeRecentLeads(ids: string[]): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(getRecentLeads().filter(({ id }) => !ids.includes(id))));
  } catch {
    // Without storage there are none.
  }
}
