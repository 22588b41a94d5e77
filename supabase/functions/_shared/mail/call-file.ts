import { bookingSite } from "../../../../domain/booking/booking-site.ts";
import { placeText } from "../../../../domain/booking/booking-words.ts";
import { writeCalendarFile } from "../../../../domain/booking/calendar-file.ts";
import type { MailAttachment } from "../deps.ts";

/** What the calendar file of a booked call needs from the data of its email. */
type CallData = Record<string, unknown>;

/** The emails about calls that invite to one, or take the invitation back. */
const CALL_MAIL = /^booking-(host-)?(booked|rescheduled|cancelled|reopened|reassigned|handed-over|joined|left)$/;

export const hasCallFile = (template: string) => CALL_MAIL.test(template);

/** The call as a calendar file, as its reader sees it. */
export function callFile(template: string, data: CallData, agency: string, siteUrl: string, now: Date): MailAttachment {
  const text = (name: string) => (typeof data[name] === "string" ? (data[name] as string) : "");
  const host = new URL(siteUrl).hostname;
  const isForHost = template.startsWith("booking-host-");
  // The earlier host's calendar removes a call that was handed over.
  const isCancelled = template.endsWith("-cancelled") || template.endsWith("-handed-over");
  const phone = text("phone");
  const facts = { location: text("location"), place: text("place") || undefined, phone: phone || undefined };
  const content = writeCalendarFile({
    id: text("bookingId"),
    sequence: Number(text("sequence")) || 0,
    isCancelled,
    title: isForHost ? `${text("title")} with ${text("name")}` : `${text("title")}, ${agency}`,
    startsAt: text("startsAt"),
    endsAt: text("endsAt"),
    place: isForHost && facts.location === "phone" ? phone : placeText(facts),
    description: isForHost
      ? [text("email"), phone, text("answers")].filter(Boolean).join("\n")
      : [
          text("hosts") ? `With ${text("hosts")}, ${agency}` : `With ${agency}`,
          linkOf(bookingSite(siteUrl, text("domain")), text("manageKey")),
        ]
          .filter(Boolean)
          .join("\n"),
    organizer: { name: agency, email: text("organizer") || `no-reply@${host}` },
    attendees: [
      isForHost ? { name: text("hosts"), email: text("hostEmail") } : { name: text("name"), email: text("email") },
    ],
    changedAt: now.toISOString(),
  });
  return {
    filename: "call.ics",
    contentType: `text/calendar; charset=utf-8; method=${isCancelled ? "CANCEL" : "REQUEST"}`,
    content: new TextEncoder().encode(content),
  };
}

const linkOf = (site: string, key: string) => (key ? `Change or cancel: ${site}/booking/${key}` : "");
