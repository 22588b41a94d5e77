import type { MemberPlan } from "./account-people.ts";

/** What happens to Premium when a person leaves or becomes a member: who pays, what stops, and whether they keep paying. */
export function lostPlan(
  { is_gift, is_ending, in_trial, stops }: MemberPlan,
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
  const renewal = ` ${their} ${in_trial ? "trial becomes a paid plan" : "plan renews"}${day ? ` on ${day}` : ""} unless ${they} cancel it.`;
  return `${has}. ${rest}${is_gift || is_ending ? "" : renewal}`;
}
