import {
  Archive,
  ArchiveRestore,
  ArrowRightLeft,
  CalendarCheck,
  CalendarClock,
  CalendarX,
  Check,
  FileText,
  GitMerge,
  Handshake,
  Import,
  type LucideIcon,
  Mail,
  MessageSquare,
  NotebookPen,
  Pencil,
  Phone,
  PhoneMissed,
  Plus,
  Split,
  Timer,
  TriangleAlert,
  UserRoundCheck,
  Users,
  Voicemail,
} from "lucide-react";
import { consentText } from "../../../../domain/consent.ts";
import { formatCallTime } from "../../../../domain/format-date.ts";
import { formatNames } from "../../../../domain/format-list.ts";
import { clockTime } from "../../../../domain/lead-clock.ts";
import type { TimelineEvent } from "./api.ts";
import { editText } from "./edit-text.ts";

type EventDescription = { Icon: LucideIcon; tone?: "ok" | "warn" | "bad"; actor: boolean; text: string };
type Payload = Record<string, unknown>;

const OUTCOME_TEXTS: Record<string, string> = {
  connected: "called, connected",
  no_answer: "called, no answer",
  voicemail: "called, left voicemail",
  busy: "called, busy",
  wrong_number: "called, wrong number",
};

const DESCRIPTIONS: Record<string, EventDescription> = {
  note: { Icon: NotebookPen, actor: true, text: "wrote a note" },
  sms: { Icon: MessageSquare, actor: true, text: "sent a text" },
  meeting: { Icon: Users, actor: true, text: "had a meeting" },
  archive: { Icon: Archive, actor: true, text: "archived the lead" },
  restore: { Icon: ArchiveRestore, actor: true, text: "restored the lead" },
  created: { Icon: Plus, actor: true, text: "added the lead" },
};

const textOf = (value: unknown) => (typeof value === "string" ? value : null);
const numberOf = (value: unknown) => (typeof value === "number" ? value : null);

/** An email that Upfunnel sends. Others were only logged. */
export const isSentEmail = ({ kind, payload }: Pick<TimelineEvent, "kind" | "payload">) =>
  kind === "email" && "to" in payload;

/** When an email leaves, in milliseconds. Until then, its sender can undo it. */
export const leavesAt = ({ payload }: Pick<TimelineEvent, "payload">) =>
  Date.parse(textOf(payload.leaves_at) ?? "") || 0;

/**
 * Describes an event as a phrase that follows the actor's name. `currency` is the one of the lead's value, `now` a moment in
 * milliseconds.
 */
export function describeEvent(
  event: TimelineEvent,
  stageLabel: (key: string) => string,
  currency: string,
  now = Date.now(),
): EventDescription {
  const { kind, payload } = event;
  const simple = DESCRIPTIONS[kind];
  if (simple) return { ...simple, text: `${simple.text}${finishedText(payload)}` };
  switch (kind) {
    case "call": {
      const outcome = textOf(payload.outcome) ?? "";
      const seconds = numberOf(payload.seconds);
      const Icon = outcome === "no_answer" ? PhoneMissed : outcome === "voicemail" ? Voicemail : Phone;
      return {
        Icon,
        actor: true,
        text: `${OUTCOME_TEXTS[outcome] ?? "called"}${seconds ? `, ${clockTime(seconds)}` : ""}${finishedText(payload)}`,
      };
    }
    case "email":
      return { Icon: Mail, actor: true, text: emailText(event, now) };
    case "form":
      return { Icon: FileText, actor: false, text: formText(payload) };
    case "import":
      return { Icon: Import, actor: true, text: importText(payload) };
    case "stage_change":
      return {
        Icon: ArrowRightLeft,
        actor: true,
        text: `moved the lead from ${stageLabel(String(payload.from))} to ${stageLabel(String(payload.to))}`,
      };
    case "assignment":
      return { Icon: UserRoundCheck, actor: true, text: assignmentText(event) };
    case "edit":
      return { Icon: Pencil, actor: true, text: editText(payload, currency) };
    case "consent":
      return {
        Icon: Handshake,
        actor: true,
        text: consentEventText(payload),
      };
    case "merge":
      // MergeEvent renders the text, because it links to leads.
      return { Icon: payload.what === "undone" ? Split : GitMerge, actor: true, text: "" };
    case "booking":
      return describeBooking(event);
    case "task":
      return { Icon: Check, actor: true, text: `completed the next step “${textOf(payload.title) ?? ""}”` };
    case "clock":
      return describeClockEvent(payload);
    default:
      return { Icon: Timer, actor: event.actor_name !== null, text: kind.replaceAll("_", " ") };
  }
}

function emailText(event: TimelineEvent, now: number): string {
  const { payload, is_retracted } = event;
  const isWithdrawn = is_retracted && isSentEmail(event);
  const verb = isWithdrawn ? "withdrew" : leavesAt(event) > now ? "is sending" : "sent";
  const subject = textOf(payload.subject);
  return `${verb} an email${subject ? `: ${subject}` : ""}${isWithdrawn ? "" : finishedText(payload)}`;
}

function consentEventText({ given, text, because }: Payload): string {
  const words = typeof text === "string" ? consentText(text) : "agreed to be contacted";
  if (given) return because === "undone" ? `restored their consent: ${words}` : `recorded their consent: ${words}`;
  return because === "email"
    ? "ended their consent, which was for the earlier email address"
    : "marked consent as withdrawn";
}

/** "booked Strategy call for Tue, Dec 1, 10:00 AM": with the actor's name in front, or alone for the lead itself. */
function describeBooking({ payload, actor_id, actor_name }: TimelineEvent): EventDescription {
  const title = textOf(payload.title) ?? "a call";
  const at = formatCallTime(textOf(payload.starts_at) ?? "");
  const happened = String(payload.event);
  const [Icon, tone, text] = bookingTexts(title, at, payload, actor_id)[happened] ?? [
    CalendarClock,
    undefined,
    `changed ${title}`,
  ];
  const byPerson = actor_name !== null;
  return {
    Icon,
    ...(tone && { tone }),
    actor: byPerson,
    text: byPerson ? text : text.charAt(0).toUpperCase() + text.slice(1),
  };
}

type BookingText = [Icon: LucideIcon, tone: "ok" | "warn" | undefined, text: string];

const bookingTexts = (
  title: string,
  at: string,
  payload: Payload,
  actorId: string | null,
): Record<string, BookingText> => ({
  booked: [CalendarCheck, "ok", `booked ${title} for ${at}${finishedText(payload)}`],
  rescheduled: [CalendarClock, undefined, `moved ${title} ${payload.undone ? "back " : ""}to ${at}`],
  reassigned: [UserRoundCheck, undefined, handedOverText(title, at, payload, actorId)],
  cancelled: payload.invited
    ? [CalendarClock, undefined, `invited them to choose a new time for ${title}`]
    : payload.undone
      ? [CalendarX, undefined, `undid the booking of ${title} on ${at}`]
      : [CalendarX, "warn", `canceled ${title} on ${at}`],
  held: [CalendarCheck, "ok", `held ${title}`],
  no_show: [
    CalendarX,
    "warn",
    `marked ${title} on ${at} as a no-show${payload.sends_link ? ", and they got a link to book again" : ""}`,
  ],
  reopened: payload.undone
    ? [CalendarCheck, "ok", `undid the cancellation of ${title} on ${at}`]
    : [CalendarClock, undefined, `undid the outcome of ${title}`],
});

/** An earlier release didn't note the new host. */
function handedOverText(title: string, at: string, payload: Payload, actorId: string | null): string {
  const host = textOf(payload.host_name);
  if (!host) return `changed the host of ${title} on ${at}`;
  const giver = textOf(payload.from_name);
  if (giver && payload.host === actorId)
    return payload.undone ? `took ${title} on ${at} back from ${giver}` : `took over ${title} on ${at} from ${giver}`;
  return `handed ${title} on ${at} ${payload.undone ? "back" : "over"} to ${host}`;
}

/** The tasks that a booked call replaced, or the one that a log completed. */
function finishedText({ finished, finished_title: title }: Payload): string {
  const titles = (Array.isArray(finished) ? finished : [{ title }]).flatMap(
    (task: Payload) => textOf(task.title) ?? [],
  );
  return titles.length > 0 ? `, which completed ${formatNames(titles.map((title) => `“${title}”`))}` : "";
}

function formText(payload: Payload): string {
  const page = textOf(payload.page_title) ?? textOf(payload.landing_page) ?? textOf(payload.page);
  const form = textOf(payload.form) ?? textOf(payload.source);
  const what =
    form === "application" ? "Application form" : form === "landing_page" ? "Landing page form" : "Contact form";
  return page ? `${what} on ${page}` : what;
}

/** An earlier release didn't note the file. */
function importText({ what, file }: Payload): string {
  const name = textOf(file);
  if (what === "updated")
    return name ? `updated the lead with an import of ${name}` : "updated the lead with an import";
  return name ? `imported the lead from ${name}` : "imported the lead";
}

function assignmentText({ payload, actor_name }: TimelineEvent): string {
  const to = textOf(payload.to_name);
  if (to && to === actor_name) return "claimed the lead";
  return to ? `assigned the lead to ${to}` : "unassigned the lead";
}

function describeClockEvent(payload: Payload): EventDescription {
  const event = String(payload.event);
  const tone =
    event === "answered" ? "ok" : event === "warned" ? "warn" : /breached|escalated/.test(event) ? "bad" : undefined;
  const Icon = event === "answered" ? Check : tone ? TriangleAlert : Timer;
  return { Icon, ...(tone && { tone }), actor: false, text: clockEventText(event, payload) };
}

/** "Pool Inbound, a share of 2, next after Imani". */
function turnText({ pool, weight, after_name: after }: Payload): string {
  const parts = [
    (numberOf(weight) ?? 1) !== 1 && `a share of ${numberOf(weight)}`,
    textOf(after) && `next after ${textOf(after)}`,
  ];
  return textOf(pool) ? `: ${[`Pool ${pool}`, ...parts].filter(Boolean).join(", ")}` : "";
}

function routedText(payload: Payload): string {
  const to = `Assigned to ${textOf(payload.person_name) ?? "a colleague"}`;
  if (payload.why === "owner") return `${to} (existing owner, on shift)`;
  if (payload.why === "form") return `${to}, as the form says${turnText(payload)}`;
  if (payload.why === "person") return `${to} by rule ${numberOf(payload.rule) ?? ""}`.trim();
  return `${to}${turnText(payload)}`;
}

/** An event of the lead clock as a sentence. */
export function clockEventText(event: string, payload: Payload): string {
  const target = numberOf(payload.target_seconds);
  const taken = numberOf(payload.response_seconds);
  switch (event) {
    case "started":
      return payload.resumes ? "Clock resumed" : "Clock started";
    case "warned":
      return "60% of the target time used";
    case "breached":
      return target ? `Target of ${clockTime(target)} missed` : "Target missed";
    case "escalated":
      return "Escalated to the next available rep and the admin";
    case "answered":
      return taken === null
        ? "Clock stopped by a human response"
        : `Clock stopped at ${clockTime(taken)} by the first human response`;
    case "corrected":
      return (numberOf(payload.seconds) ?? 0) > (numberOf(payload.instead_of) ?? 0)
        ? "Response time corrected: an earlier reply was undone"
        : "Response time corrected: an earlier reply was logged";
    case "routed":
      return routedText(payload);
    case "offered":
      return `Unanswered, so it went to ${textOf(payload.person_name) ?? "the next person"}${turnText(payload)}`;
    case "booked":
      return "Clock stopped: they booked a call";
    case "moved":
      return "Clock adjusted: working hours changed";
    case "dropped":
      if (payload.closed) return "Clock stopped: the lead was closed without a response";
      return payload.is_retracted ? "Reply undone: the lead is still waiting" : "Clock stopped: no reply needed";
    default:
      return "Clock changed";
  }
}
