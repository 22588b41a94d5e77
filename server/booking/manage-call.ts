import { placeText } from "../../domain/booking/booking-words.ts";
import { writeCalendarFile } from "../../domain/booking/calendar-file.ts";
import { momentText } from "../../domain/format-booking.ts";
import { escapeHtml } from "../../domain/landing/markup.ts";
import { SUBMISSIONS } from "../../supabase/functions/_shared/submissions/limit.ts";
import {
  ask,
  BookingNotice,
  type BookingParts,
  type BookingRequest,
  frameOf,
  localeOf,
  pageResponse,
  readFields,
  readTime,
  zoneOf,
} from "./booking-parts.ts";
import { dayOf, monthOf } from "./month.ts";
import { renderSheet } from "./page-about.ts";
import type { BookableType } from "./page-details.ts";
import { type BookingAccount, renderFrame } from "./page-frame.ts";
import { alertOf, type ManagedBooking, renderBooking, renderQuestion } from "./page-manage.ts";
import { renderTimes } from "./page-month.ts";
import { loadMonth, nextOf, type TimesAnswer } from "./times.ts";

type Managed = {
  account: BookingAccount;
  type: BookableType | null;
  can_rebook: boolean;
  booking: ManagedBooking;
} & Partial<TimesAnswer>;

const BOOKING_NOT_FOUND = "Booking not found";

const NOTICES: Record<string, string> = {
  slot_taken: "Someone else just booked this time. Your call stays where it was. Please choose another time.",
  slot_passed: "This time has passed or is too soon. Your call stays where it was. Please choose another time.",
  slot_not_free: "This time isn't free. Your call stays where it was. Please choose another time.",
  booking_cancelled: "This call was already canceled, so it can't be changed.",
  booking_over: "This call has started or ended, so it can't be changed.",
};

const MOVED_MEANWHILE = "This call was moved in the meantime. Cancel the new time below?";

/** The page behind the link in the emails: it shows a booked call, moves it and cancels it. */
export async function manageCall(parts: BookingParts, asked: BookingRequest, key: string): Promise<Response> {
  const load: Load = (from, to) => loadBooking(parts, asked, key, from && to ? { p_from: from, p_to: to } : {});
  if (asked.request.method === "POST") return change(parts, asked, key, load);
  const query = asked.url.searchParams;
  if (query.has("move")) return showTimes(parts, asked, key, load, null);
  const answer = await load(null, null);
  if (!query.has("cancel") || isClosed(answer.booking)) return show(parts, asked, key, answer);
  return askToCancel(parts, asked, key, answer);
}

function askToCancel(
  parts: BookingParts,
  asked: BookingRequest,
  key: string,
  { booking, account }: Managed,
  notice: string | null = null,
): Response {
  const path = `/booking/${key}`;
  const question = { title: "Cancel this call?", booking, path, action: "cancel" as const, zone: booking.timeZone };
  const body = renderQuestion({ ...question, back: path, notice });
  const frame = renderFrame(frameOf(parts, account), question.title, body);
  return pageResponse(parts, asked, frame, notice === null ? 200 : 409);
}

/** The booking with this key. On an account's domain, only its own bookings are found. */
async function loadBooking(
  { service }: BookingParts,
  { owner }: BookingRequest,
  key: string,
  range: { p_from?: string; p_to?: string } = {},
): Promise<Managed> {
  const { data } = await ask<Managed>(service.rpc("managed_booking", { p_key: key, ...range }));
  if (!data || (owner !== null && data.account.slug !== owner)) throw new BookingNotice(BOOKING_NOT_FOUND, 404);
  return data;
}

const isClosed = ({ state, isOver }: ManagedBooking) => state !== "booked" || isOver;

function show(
  parts: BookingParts,
  asked: BookingRequest,
  key: string,
  answer: Managed,
  notice: string | null = null,
  status = 200,
): Response {
  const { account, type, booking, can_rebook: canRebook } = answer;
  const home = asked.onDomain ? "/book" : `/book/${account.slug}`;
  const body = renderBooking({
    booking,
    accountName: account.name,
    again: type && canRebook ? `${home}/${type.slug}?after=${key}` : null,
    canMove: type !== null,
    path: `/booking/${key}`,
    notice,
    isMoved: asked.url.searchParams.has("moved"),
  });
  return pageResponse(parts, asked, renderFrame(frameOf(parts, account), booking.title, body), status);
}

type Load = (from: string | null, to: string | null) => Promise<Managed>;

/** The times that a call can be moved to, or the question whether to move it to one of them. */
async function showTimes(
  parts: BookingParts,
  asked: BookingRequest,
  key: string,
  load: Load,
  notice: string | null,
  status = 200,
) {
  const query = asked.url.searchParams;
  const now = Date.now();
  const known = await load(null, null);
  const { booking, type, account } = known;
  if (isClosed(booking) || !type) return show(parts, asked, key, known, notice, status);
  const isZoneFixed = booking.location === "place";
  const zone = isZoneFixed ? booking.timeZone : zoneOf(query.get("zone"), booking.timeZone);
  const current = Date.parse(booking.startsAt);
  const loadTimes = async (from: string, to: string) => {
    const { times = [], next = null } = await load(from, to);
    return { times: times.filter((time) => time * 1000 !== current), next };
  };
  const loadFrom = (wanted: string | null) => loadMonth(loadTimes, () => zone, wanted, now);
  const chosen = query.get("month");
  // The month of the call, if it has other times.
  const near = await loadFrom(chosen ?? monthOf(current, zone));
  const { answer, month, times } = chosen || near.times.length > 0 ? near : await loadFrom(null);
  const path = `/booking/${key}`;
  const link = (changes: Record<string, string | null>) => {
    const params = new URLSearchParams({ move: "1" });
    for (const name of ["zone", "month", "day"]) {
      const value = name in changes ? changes[name] : query.get(name);
      if (value) params.set(name, value);
    }
    if (changes.at) params.set("at", changes.at);
    return `${path}?${params}`;
  };
  const at = notice ? null : readTime(query.get("at"));
  if (at !== null && at !== current) {
    const body = renderQuestion({ title: "Move your call?", booking, path, action: "move", at, zone, back: link({}) });
    return pageResponse(parts, asked, renderFrame(frameOf(parts, account), "Move your call?", body));
  }
  // A moved call keeps its hosts, so only their times are offered.
  const whose = booking.hosts ? `<p class="text">Times with ${escapeHtml(booking.hosts)}</p>` : "";
  const about = `${alertOf(notice)}<h1>Choose another time</h1>${whose}<p class="text">Currently ${escapeHtml(momentText(current, zone))}</p><p class="text"><a href="${path}">Keep the call as it is</a></p>`;
  const content = renderTimes({
    account,
    zone,
    isZoneFixed,
    month,
    times,
    next: answer.times.map((time) => time * 1000).find((time) => time >= month.to) ?? nextOf(answer),
    day: query.get("day") ?? (chosen ? null : dayOf(current, zone)),
    now,
    horizonDays: type.horizon_days,
    link,
    kept: [["move", "1"], ...[...query].filter(([name]) => ["month", "day"].includes(name))],
    locale: localeOf(asked),
  });
  const body = renderSheet(about, content);
  return pageResponse(parts, asked, renderFrame(frameOf(parts, account), "Choose another time", body), status);
}

async function change(parts: BookingParts, asked: BookingRequest, key: string, load: Load): Promise<Response> {
  const sent = await readFields(asked.request);
  const verdict = await parts.limiter(`booking:${asked.address}`, SUBMISSIONS);
  if (!verdict.allowed)
    return show(parts, asked, key, await load(null, null), "Too many attempts. Please wait a few minutes.", 429);
  // Nothing changes before it is clear that the booking belongs here.
  const known = await load(null, null);
  const at = readTime(sent.at);
  // The call was moved in another tab, so this one asked about another time.
  if (
    sent.action === "cancel" &&
    sent.seen &&
    !isClosed(known.booking) &&
    readTime(sent.seen) !== Date.parse(known.booking.startsAt)
  )
    return askToCancel(parts, asked, key, known, MOVED_MEANWHILE);
  const { refused } =
    sent.action === "cancel"
      ? await ask<boolean>(parts.service.rpc("cancel_own_booking", { p_key: key }))
      : await ask<boolean>(
          parts.service.rpc("move_own_booking", { p_key: key, p_starts_at: new Date(at ?? 0).toISOString() }),
        );
  if (refused?.code === "booking_not_found") throw new BookingNotice(BOOKING_NOT_FOUND, 404);
  if (refused) {
    const notice = NOTICES[refused.code] ?? "This can't be changed right now.";
    return refused.code.startsWith("slot_")
      ? showTimes(parts, asked, key, load, notice, 409)
      : show(parts, asked, key, await load(null, null), notice, 409);
  }
  parts.wake();
  const done = sent.action === "cancel" ? "" : "?moved=1";
  return new Response(null, {
    status: 303,
    headers: { Location: `/booking/${key}${done}`, "Cache-Control": "no-store" },
  });
}

/** The call as a file that calendars open. */
export async function calendarFile(parts: BookingParts, asked: BookingRequest, key: string): Promise<Response> {
  const { booking, account } = await loadBooking(parts, asked, key);
  const host = asked.onDomain ? asked.url.hostname : new URL(parts.security.siteUrl).hostname;
  const file = writeCalendarFile({
    id: booking.bookingId,
    sequence: Number(booking.sequence),
    isCancelled: booking.state === "cancelled",
    title: `${booking.title}, ${account.name}`,
    startsAt: booking.startsAt,
    endsAt: booking.endsAt,
    place: placeText(booking),
    description: booking.hosts ? `With ${booking.hosts}, ${account.name}` : `With ${account.name}`,
    organizer: { name: account.name, email: booking.organizer ?? `no-reply@${host}` },
    attendees: [{ name: booking.name, email: booking.email }],
    changedAt: new Date().toISOString(),
  });
  return new Response(file, {
    headers: {
      "Content-Type": `text/calendar; charset=utf-8; method=${booking.state === "cancelled" ? "CANCEL" : "REQUEST"}`,
      "Content-Disposition": 'attachment; filename="call.ics"',
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
      "X-Robots-Tag": "noindex",
    },
  });
}
