import { formatDay } from "../../../../domain/format-date.ts";

type Region = Parameters<typeof formatDay>[1];

/** A grant of complimentary Premium, and what the address had before. `until` is its last day, or null without an end. */
export type Grant = { email: string; until: string | null; had: boolean; had_until: string | null };

const NO_END = "no end date";

/** Whether the end that the address had before has passed, so that it had no Premium. */
export const isOver = ({ had_until }: Pick<Grant, "had_until">): boolean =>
  had_until !== null && new Date(had_until) <= new Date();

/** "Dec 31, 2026 instead of no end date", or null if the address had no Premium, or keeps its end. */
export function endChange({ until, had, had_until }: Grant, region: Region): string | null {
  if (!had) return null;
  const before = had_until ? formatDay(had_until, region) : NO_END;
  const after = until ? formatDay(until, region) : NO_END;
  return before === after ? null : `${after} instead of ${before}`;
}

/** What the form would change, as a sentence; null if it changes nothing. */
export function endHint(grant: Grant, region: Region): string | null {
  if (endChange(grant, region) === null) return null;
  const { until, had_until } = grant;
  const before = had_until ? formatDay(had_until, region) : `having ${NO_END}`;
  return until
    ? `It would end on ${formatDay(until, region)} instead of ${before}.`
    : `It would have ${NO_END} instead of ${before}.`;
}

/** The address had this end already, so nothing was changed. */
export const isUnchanged = (grant: Grant, region: Region): boolean =>
  grant.had && !isOver(grant) && endChange(grant, region) === null;

/** `until` is the last day of the gift, or null without an end. All days are the agency's. */
type Plan = { pays: boolean; trial_ends: string | null; plan_ends: string | null; until: string | null };

/** What a plan of their own means for someone who gets complimentary Premium. It doesn't stop a free trial from becoming a paid plan. */
export function planNote({ pays, trial_ends, plan_ends, until }: Plan): string | undefined {
  if (!pays) return undefined;
  if (plan_ends) {
    const rest =
      until === null || until > plan_ends
        ? "Complimentary Premium continues after that."
        : `Complimentary Premium doesn't last longer: it ends on ${formatDay(until)}.`;
    return `${trial_ends ? "They canceled their free trial" : "They canceled their plan"}, which lasts until ${formatDay(plan_ends)}. ${rest}`;
  }
  if (trial_ends)
    return `They're in the free trial, and their card is charged on ${formatDay(trial_ends)} unless they cancel before then.`;
  return "They pay for Premium, so this changes nothing while they pay.";
}

/** What was granted. Another end date is named, because the earlier one is gone. */
export function grantedText(grant: Grant, region: Region): string {
  if (isUnchanged(grant, region))
    return `${grant.email} already has Premium ${grant.until ? `through ${formatDay(grant.until, region)}` : `with ${NO_END}`}`;
  const change = isOver(grant) ? null : endChange(grant, region);
  return change ? `End date of ${grant.email} changed: ${change}` : `Premium granted to ${grant.email}`;
}
