import { formatCount } from "./format-count.ts";

/** What happens to the open leads of a person who no longer works in the account. */
export const releasedLeads = (count: number) =>
  count === 1 ? "1 open lead becomes unassigned." : `${formatCount(count)} open leads become unassigned.`;

/** As releasedLeads, for an email after it happened. */
export const releasedLeadsPast = (count: number) =>
  count === 1 ? "1 open lead became unassigned." : `${formatCount(count)} open leads became unassigned.`;
