import { type BookingFacts, placeText } from "../../domain/booking/booking-words.ts";
import { utcOf } from "../../domain/booking/calendar-file.ts";
import { dayText, momentText, timeText, zoneText } from "../../domain/format-booking.ts";
import { escapeHtml } from "../../domain/landing/markup.ts";

export type ManagedBooking = BookingFacts & {
  state: "booked" | "cancelled" | "held" | "no_show";
  timeZone: string;
  isOver: boolean;
  minutes: number;
};

type Manage = {
  booking: ManagedBooking;
  accountName: string;
  /** Where a new call of this type is booked; null if that is not possible. */
  again: string | null;
  canMove: boolean;
  path: string;
  notice: string | null;
  /** Whether the visitor moved the call just now. */
  isMoved: boolean;
};

/** What the link in the emails shows: the call, its calendar file, and how to change it. */
export function renderBooking(given: Manage): string {
  const { booking, path, notice, canMove } = given;
  const isOpen = booking.state === "booked" && !booking.isOver;
  const row = isOpen
    ? `<h2>Add it to your calendar</h2><p class="row" style="margin:0 0 1.5rem"><a class="button plain" href="${path}/call.ics" download="call.ics">Calendar file</a><a class="button plain" rel="noreferrer" target="_blank" href="${escapeHtml(googleLink(given))}">Google Calendar</a><a class="button plain" rel="noreferrer" target="_blank" href="${escapeHtml(outlookLink(given))}">Outlook</a></p>
<h2>Can't make it?</h2><p class="row" style="margin:0">${canMove ? `<a class="button plain" href="${path}?move=1">Choose another time</a>` : ""}<a class="button plain" href="${path}?cancel=1">Cancel the call</a></p>`
    : given.again
      ? `<p class="row" style="margin:0"><a class="button" href="${escapeHtml(given.again)}">Book a new call</a></p>`
      : "";
  return `${notice ? `<div class="alert" role="alert" tabindex="-1"><p>${escapeHtml(notice)}</p></div>` : ""}<h1>${escapeHtml(titleOf(booking, given.isMoved))}</h1>
${isOpen ? `<p class="soft">We sent ${given.isMoved ? "the new time" : "a confirmation"} with a calendar invitation to ${escapeHtml(booking.email)}.</p>` : ""}
<div class="card">${factsOf(booking)}${row}</div>`;
}

function titleOf({ state, isOver }: ManagedBooking, isMoved: boolean): string {
  if (state === "cancelled") return "This call was canceled";
  if (isOver) return "This call has ended";
  return isMoved ? "Your call was moved" : "Your call is booked";
}

function factsOf(booking: ManagedBooking): string {
  const { title, startsAt, endsAt, timeZone, hosts } = booking;
  const facts: [string, string | undefined][] = [
    ["Call", title],
    ["Day", dayText(startsAt, timeZone)],
    ["Time", `${timeText(startsAt, timeZone)} to ${timeText(endsAt, timeZone)}, ${zoneText(timeZone, startsAt)}`],
    ["With", hosts],
    ["Where", placeText(booking)],
  ];
  const shown = facts.filter(([, value]) => value);
  return `<dl>${shown.map(([label, value]) => `<div><dt>${label}</dt><dd>${linked(value ?? "")}</dd></div>`).join("")}</dl>`;
}

/** A video link can be opened. */
const linked = (text: string) =>
  /^https?:\/\/\S+$/.test(text)
    ? `<a href="${escapeHtml(text)}" rel="noreferrer">${escapeHtml(text)}</a>`
    : escapeHtml(text);

/** Asks once more before a call is cancelled or moved, because a link alone must not change anything. */
export function renderQuestion(question: {
  title: string;
  booking: ManagedBooking;
  path: string;
  action: "cancel" | "move";
  at?: number;
  zone: string;
  back: string;
}): string {
  const { title, booking, path, action, at, zone, back } = question;
  const moment = at ?? booking.startsAt;
  return `<h1>${escapeHtml(title)}</h1><div class="card"><p class="when">${escapeHtml(momentText(moment, zone))}</p>
${at === undefined ? "" : `<p class="soft">Instead of ${escapeHtml(momentText(booking.startsAt, zone))}.</p>`}
<form method="post" action="${path}"><input type="hidden" name="action" value="${action}"><input type="hidden" name="seen" value="${Date.parse(booking.startsAt) / 1000}">${at === undefined ? "" : `<input type="hidden" name="at" value="${at / 1000}">`}<input type="hidden" name="zone" value="${escapeHtml(zone)}">
<p class="row"><button>${action === "cancel" ? "Cancel the call" : "Move the call"}</button><a class="button plain" href="${escapeHtml(back)}">${action === "cancel" ? "Keep it" : "Back"}</a></p></form></div>`;
}

const detailsOf = ({ booking: { hosts }, accountName }: Manage) =>
  hosts ? `With ${hosts}, ${accountName}` : `With ${accountName}`;

function googleLink(given: Manage): string {
  const { title, startsAt, endsAt } = given.booking;
  const query = new URLSearchParams({
    action: "TEMPLATE",
    text: `${title}, ${given.accountName}`,
    dates: `${utcOf(startsAt)}/${utcOf(endsAt)}`,
    details: detailsOf(given),
    location: placeText(given.booking),
  });
  return `https://calendar.google.com/calendar/render?${query}`;
}

function outlookLink(given: Manage): string {
  const { title, startsAt, endsAt } = given.booking;
  const query = new URLSearchParams({
    path: "/calendar/action/compose",
    rru: "addevent",
    subject: `${title}, ${given.accountName}`,
    startdt: startsAt,
    enddt: endsAt,
    body: detailsOf(given),
    location: placeText(given.booking),
  });
  return `https://outlook.live.com/calendar/0/deeplink/compose?${query}`;
}
