import { type BookingFacts, nextSteps, placeText } from "../../domain/booking/booking-words.ts";
import { utcOf } from "../../domain/booking/calendar-file.ts";
import { dateParts, dayText, momentText, timeText, zoneText } from "../../domain/format-booking.ts";
import { escapeHtml } from "../../domain/landing/markup.ts";
import { drawIcon, factOf, type Icon } from "./page-about.ts";

export type ManagedBooking = BookingFacts & {
  state: "booked" | "cancelled" | "held" | "no_show";
  location: "phone" | "video" | "place";
  timeZone: string;
  isOver: boolean;
  minutes: number;
  /** The reminders that are still ahead, in minutes before the call. */
  reminders: number[];
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

/** One card for everything about one booked call: its state, the call, and what to do. */
function renderCard(card: {
  state: Icon;
  title: string;
  text: string;
  notice: string | null;
  content: string;
}): string {
  const text = card.text ? `<p class="text">${escapeHtml(card.text)}</p>` : "";
  return `<div class="card">${alertOf(card.notice)}<div class="state" data-state="${card.state}">${drawIcon(card.state)}</div>
<h1>${escapeHtml(card.title)}</h1>${text}
${card.content}</div>`;
}

/** What the link in the emails shows: the call, its calendar file, what happens next, and how to change it. */
export function renderBooking(given: Manage): string {
  const { booking, path, notice, canMove, again } = given;
  const isOpen = booking.state === "booked" && !booking.isOver;
  const rest = isOpen
    ? `<section><h2>Add it to your calendar</h2><p class="row"><a class="button plain" rel="noreferrer" target="_blank" href="${escapeHtml(googleLink(given))}">Google Calendar</a><a class="button plain" rel="noreferrer" target="_blank" href="${escapeHtml(outlookLink(given))}">Outlook</a><a class="button plain" href="${path}/call.ics" download="call.ics">Calendar file (.ics)</a></p></section>
<section><h2>Next steps</h2><ol class="next">${nextSteps(booking)
        .map((step) => `<li>${escapeHtml(step)}</li>`)
        .join("")}</ol></section>
<section><h2>Can't make it?</h2><p class="row">${canMove ? `<a class="button plain" href="${path}?move=1">Choose another time</a>` : ""}<a class="button plain" href="${path}?cancel=1">Cancel the call</a></p></section>`
    : again
      ? `<p class="row"><a class="button" href="${escapeHtml(again)}">Book a new call</a></p>`
      : "";
  return renderCard({ ...headOf(booking, given), notice, content: callOf(booking) + rest });
}

export const alertOf = (notice: string | null) =>
  notice ? `<div class="alert" role="alert" tabindex="-1"><p>${escapeHtml(notice)}</p></div>` : "";

function headOf(
  { state, isOver, endsAt, email, location }: ManagedBooking,
  { isMoved, again }: Manage,
): { state: Icon; title: string; text: string } {
  if (state === "cancelled") {
    const text = `We sent a confirmation to ${email}. It removes the call from your calendar.`;
    return { state: "cross", title: "This call was canceled", text };
  }
  if (isOver && state === "booked" && Date.parse(endsAt) > Date.now())
    return { state: location, title: "This call has started", text: "" };
  if (isOver) return { state: "clock", title: "This call has ended", text: again ? "You can book a new one." : "" };
  return {
    state: "check",
    title: isMoved ? "Your call was moved" : "Your call is booked",
    text: `We sent ${isMoved ? "the new time" : "a confirmation"} with a calendar invitation to ${email}.`,
  };
}

/** The call like a page of a calendar: its day, its hours in the visitor's zone, with whom, and where. */
function callOf(booking: ManagedBooking, from: number | null = null): string {
  const { title, timeZone, hosts, location, minutes } = booking;
  const startsAt = from ?? Date.parse(booking.startsAt);
  const endsAt = startsAt + minutes * 60_000;
  const { month, day } = dateParts(startsAt, timeZone);
  // No one calls, and no one comes.
  const place = booking.state === "cancelled" ? "" : placeText(booking);
  const facts = [
    factOf("clock", `${minutes} minutes`),
    hosts ? factOf("person", `With ${escapeHtml(hosts)}`) : "",
    place ? factOf(location, linked(place)) : "",
  ];
  return `<div class="call"${booking.state === "cancelled" ? ' data-off=""' : ""}><p class="leaf" aria-hidden="true"><span>${month}</span><b>${day}</b></p>
<div><h2>${escapeHtml(title)}</h2><p class="day">${dayText(startsAt, timeZone)}</p><p>${timeText(startsAt, timeZone)} to ${timeText(endsAt, timeZone)}, <span>${escapeHtml(zoneText(timeZone, startsAt))}</span></p></div>
<ul class="facts">${facts.join("")}</ul></div>`;
}

/** A video link can be opened. */
const linked = (text: string) =>
  /^https?:\/\/\S+$/.test(text)
    ? `<a href="${escapeHtml(text)}" rel="noreferrer">${escapeHtml(text)}</a>`
    : escapeHtml(text);

/** Asks once more before a call is canceled or moved, because a link alone must not change anything. */
export function renderQuestion(question: {
  title: string;
  booking: ManagedBooking;
  path: string;
  action: "cancel" | "move";
  at?: number;
  zone: string;
  back: string;
  notice?: string | null;
}): string {
  const { title, booking, path, action, at, zone, back, notice = null } = question;
  const form = `<form method="post" action="${path}"><input type="hidden" name="action" value="${action}"><input type="hidden" name="seen" value="${Date.parse(booking.startsAt) / 1000}">${at === undefined ? "" : `<input type="hidden" name="at" value="${at / 1000}">`}<input type="hidden" name="zone" value="${escapeHtml(zone)}">
<p class="row"><button${action === "cancel" ? ' class="plain"' : ""}>${action === "cancel" ? "Cancel the call" : "Move the call"}</button><a class="button plain" href="${escapeHtml(back)}">${action === "cancel" ? "Keep it" : "Back"}</a></p></form>`;
  const who = booking.hosts ?? "The team";
  const text =
    action === "cancel"
      ? `You and ${booking.hosts ?? "the team"} will get an email, and the time opens up again for others.`
      : `Right now, it's on ${momentText(booking.startsAt, zone)}. ${who} and you will get an email with the new time.`;
  return renderCard({
    state: "calendar",
    title,
    text,
    notice,
    content: callOf({ ...booking, timeZone: zone }, at ?? null) + form,
  });
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
