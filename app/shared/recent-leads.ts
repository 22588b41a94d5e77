/** The leads that one opened last in this browser, for the palette before one types. */
export type RecentLead = { id: string; name: string; company: string | null; stage: string };

const KEY = "crm-recent-leads";
const MOST = 6;

export function readRecent(): RecentLead[] {
  try {
    const held: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(held) ? (held as RecentLead[]) : [];
  } catch {
    return [];
  }
}

export function rememberRecent(lead: RecentLead): void {
  try {
    const others = readRecent().filter(({ id }) => id !== lead.id);
    sessionStorage.setItem(KEY, JSON.stringify([lead, ...others].slice(0, MOST)));
  } catch {
    // Without storage there are none.
  }
}

/** Takes leads out of the list, as if they had never been opened. */
export function forgetRecent(ids: string[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(readRecent().filter(({ id }) => !ids.includes(id))));
  } catch {
    // Without storage there are none.
  }
}
