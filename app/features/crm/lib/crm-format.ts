import { formatMonthDay, formatTime, formatWeekday } from "../../../../domain/format-date.ts";
import { LEAD_LABELS, type LeadField } from "../../../../domain/lead-fields.ts";

const DAY_MS = 86_400_000;
const startOfDay = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();

/** '15:00' today, 'Mon' within the next week, 'last Mon' within the last one, else '3 Dec', with the year if it's another one, in the user's time zone. '–' for an invalid date. */
export function formatNearDate(at: string, now: number): string {
  const when = new Date(at);
  if (Number.isNaN(when.getTime())) return "–";
  const days = Math.round((startOfDay(when) - startOfDay(new Date(now))) / DAY_MS);
  return days === 0 ? formatTime(when) : dayText(when, days, now);
}

/** The day of a near date, which is `days` from today. */
function dayText(when: Date, days: number, now: number): string {
  if (Math.abs(days) >= 7) return formatMonthDay(when, {}, new Date(now));
  if (Math.abs(days) <= 1) return (["yesterday", "today", "tomorrow"] as const)[(days + 1) as 0 | 1 | 2];
  return days < 0 ? `last ${formatWeekday(when)}` : formatWeekday(when);
}

/** 'tomorrow at 10:00 AM', 'last Mon at 10:00 AM': the day and the time of a task, in the user's time zone. '–' for an invalid date. */
export function taskTimeText(at: string, now: number): string {
  const when = new Date(at);
  if (Number.isNaN(when.getTime())) return "–";
  const days = Math.round((startOfDay(when) - startOfDay(new Date(now))) / DAY_MS);
  return `${dayText(when, days, now)} at ${formatTime(when)}`;
}

const FRESH_MS = DAY_MS / 2;
/** '8 min ago' for the last 12 hours, even after midnight. Otherwise the near date. */
export function formatArrival(at: string, now: number): string {
  const age = now - Date.parse(at);
  return age < FRESH_MS ? agoText(age) : formatNearDate(at, now);
}

const MINUTE_MS = 60_000;
/** '8 min ago', or 'now' below one minute: pages whose time moves by minutes would show the same seconds for a minute. */
export const agoText = (age: number): string => (age < MINUTE_MS ? "now" : `${formatAge(age)} ago`);

/** '3 d', '4 h', '12 min', '40 s': one whole unit. A single m could be a minute or a month. */
export function formatAge(milliseconds: number): string {
  const minutes = Math.floor(Math.max(0, milliseconds) / 60_000);
  if (minutes >= 2_880) return `${Math.floor(minutes / 1_440)} d`;
  if (minutes >= 1_440) return "1 d";
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h`;
  return minutes > 0 ? `${minutes} min` : `${Math.floor(Math.max(0, milliseconds) / 1_000)} s`;
}

/** '1 d late' for the past. Future dates are formatted by `formatNearDate`. */
export function dueText(at: string, now: number): string {
  const late = now - Date.parse(at);
  return late > 0 ? `${formatAge(late)} late` : formatNearDate(at, now);
}

/** The outcomes of a call or text. Each has a key that logs it. */
export const OUTCOMES = [
  { key: "1", kind: "call", outcome: "connected", label: "Connected", past: "call connected", stage: "connected" },
  { key: "2", kind: "call", outcome: "no_answer", label: "No answer", past: "no answer", stage: "attempting" },
  {
    key: "3",
    kind: "call",
    outcome: "voicemail",
    label: "Left voicemail",
    past: "left voicemail",
    stage: "attempting",
  },
  { key: "4", kind: "sms", outcome: "sent", label: "SMS sent", past: "SMS sent", stage: "attempting" },
] as const;

export type Outcome = (typeof OUTCOMES)[number];

/**
 * Where an attempt to reach a lead moves it: a new lead to Attempting, and a conversation moves it to Connected. Undefined where it
 * is already as far.
 */
export function stageAfter({ stage }: { stage: string }, attempt: "attempting" | "connected"): string | undefined {
  const isBefore = stage === "new" || (stage === "attempting" && attempt === "connected");
  return isBefore ? attempt : undefined;
}

/** The reason why no call or text can be logged for this lead, or null. */
export function callObstacle({ phone }: { phone: string | null }): string | null {
  return phone ? null : "No phone number. Add one to log calls and texts.";
}

/** The reason why this lead can't be texted, or null. What was written anyway can be logged. */
export function textObstacle({
  phone,
  consent_at,
}: {
  phone: string | null;
  consent_at: string | null;
}): string | null {
  if (!phone) return "This lead has no phone number.";
  return consent_at ? null : "They haven't agreed to be texted. Call them, or ask for consent and record it.";
}

/** The outcome that a number key logs for this lead. Without a phone number, none. */
export function outcomeOfKey(lead: { phone: string | null }, key: string): Outcome | undefined {
  return callObstacle(lead) ? undefined : OUTCOMES.find((one) => one.key === key);
}

const KIND_LABELS: Record<string, string> = {
  call: "Call",
  email: "Email",
  sms: "SMS",
  meeting: "Meeting",
  note: "Note",
  other: "Other",
};

export const kindText = (kind: string) => KIND_LABELS[kind] ?? kind.replaceAll("_", " ");

/** What happened, in the past tense, so that no one takes it for a plan. */
const PAST_TEXTS: Record<string, string> = {
  no_answer: "No answer",
  voicemail: "Voicemail",
  connected: "Talked",
  call: "Called",
  email: "Emailed",
  sms: "Texted",
  meeting: "Met",
  note: "Noted",
};

/** A short text for the latest activity: 'No answer Wed', 'Texted 9:52'. */
export function lastActivityText(last: { kind: string; outcome: string | null; at: string }, now: number): string {
  const what = PAST_TEXTS[last.outcome ?? ""] ?? PAST_TEXTS[last.kind] ?? kindText(last.kind);
  return `${what} ${formatNearDate(last.at, now)}`;
}

/** The name of a column of leads for use in a sentence: 'user_id' is 'owner'. */
export function fieldText(field: string): string {
  const label = LEAD_LABELS[field as LeadField] as string | undefined;
  return FIELD_LABELS[field] ?? label?.toLowerCase() ?? field.replaceAll("_", " ");
}

const FIELD_LABELS: Record<string, string> = {
  archived_at: "archived status",
  lost_reason_id: "lost reason",
  tier_interest: "interests",
  is_spam: "spam status",
  consent_at: "consent",
};
