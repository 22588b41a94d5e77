import { formatNames } from "../../../domain/format-list.ts";
import type { MemberPlan } from "./account-people.ts";

/** What happens to Premium when a person leaves or becomes a member: who pays, what stops, and whether they keep paying, and for what. */
export function lostPlan(
  { is_gift, is_ending, in_trial, stops, hides_leads, has_others, others }: MemberPlan,
  isSelf: boolean,
  day: string | null,
): string {
  const [who, they, their] = isSelf ? ["You", "you", "Your"] : ["They", "they", "Their"];
  // A canceled plan may be a trial that is never paid.
  const plan = is_ending
    ? `${their} canceled Premium plan runs${day ? ` until ${day}` : " to its end"}`
    : in_trial
      ? `Premium comes from ${their.toLowerCase()} free trial`
      : `${who} pay for Premium`;
  const has = is_gift ? `${who} have complimentary Premium` : plan;
  const rest = stops
    ? `The account loses it right away: ${hides_leads ? "only its newest 50 leads show, and they're" : "its leads are"} read-only.`
    : "The account keeps it through someone else.";
  if (is_gift) return `${has}. ${rest}`;
  const covered =
    has_others && ` goes on for ${others ? formatNames(others) : `${their.toLowerCase()} other accounts`}`;
  if (is_ending) return `${has}. ${rest}${covered ? ` ${their} plan${covered} until then.` : ""}`;
  const subject = `${their} ${in_trial ? "trial" : "plan"}${covered ? `${covered} and` : ""}`;
  return `${has}. ${rest} ${subject} ${in_trial ? "becomes a paid plan" : "renews"}${day ? ` on ${day}` : ""} unless ${they} cancel it.`;
}

/** Why a person whose plan renews must cancel it first: what the account has afterwards, and that they would go on paying. `until` is a day. */
export function payerReason({ in_trial, stops }: MemberPlan, isSelf: boolean, until: string | null): string {
  const they = isSelf ? "you" : "they";
  if (!stops) {
    const kept = `The account keeps Premium${until ? ` until ${until}` : ""} through someone else`;
    return `${kept}, but ${they} would ${in_trial ? "pay for a plan of no account after the trial" : "keep paying for a plan of no account"}.`;
  }
  return in_trial
    ? `The account would lose Premium, and ${they} would pay for it after the trial.`
    : `The account would lose Premium while ${they} keep paying.`;
}
