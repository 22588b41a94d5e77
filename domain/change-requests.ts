/** Spec §5: the four types of service requests; the first is the default (spec §3). */
export const changeRequestTypes = {
  dashboard_change: "Dashboard change",
  feature_request: "Feature request",
  technical_support: "Technical support",
  general_inquiry: "General inquiry",
} as const;

/** The business of a request. Requests of people without a company have their address there, which says nothing more. */
export const businessOf = (name = ""): string => (/^[^@\s]+@[^@\s]+$/.test(name) ? "" : name);

/** The promise of spec §9: a reply within so many hours. */
const REPLY_HOURS = 24;

/** `reopens`: a reply that opened the request again, which was closed or answered by phone. */
type Said = { created_at: string; from_client: boolean; reopens: boolean };

/** Until when the agency promises to reply; null when it's not its turn. `said` is in order. */
export function replyDue(request: { status: string; created_at: string }, said: readonly Said[]): Date | null {
  if (request.status !== "open" || said.at(-1)?.from_client === false) return null;
  // More words of the client don't put it off, as in private.waits_since.
  const turn = said.findLastIndex(({ from_client, reopens }) => !from_client || reopens);
  const asked = turn === -1 ? undefined : said.slice(turn).find(({ from_client }) => from_client);
  return new Date(Date.parse((asked ?? request).created_at) + REPLY_HOURS * 3_600_000);
}

export type ChangeRequestType = keyof typeof changeRequestTypes;
