import { formatNames } from "../../../domain/format-list.ts";
import type { MemberPlan } from "./account-people.ts";

/** What happens to Premium when a person leaves or becomes a member: who pays, what stops, and whether they keep paying, and for what. */
export function lostPlan(
  { is_gift, is_ending, in_trial, stops, has_others, others }: MemberPlan,
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
    ? "The account loses it right away: only its newest 50 leads show, and they're read-only."
    : "The account keeps it through someone else.";
  if (is_gift) return `${has}. ${rest}`;
  const covered =
    has_others && ` goes on for ${others ? formatNames(others) : `${their.toLowerCase()} other accounts`}`;
  if (is_ending) return `${has}. ${rest}${covered ? ` ${their} plan${covered} until then.` : ""}`;
  const subject = `${their} ${in_trial ? "trial" : "plan"}${covered ? `${covered} and` : ""}`;
  return `${has}. ${rest} ${subject} ${in_trial ? "becomes a paid plan" : "renews"}${day ? ` on ${day}` : ""} unless ${they} cancel it.`;
}
