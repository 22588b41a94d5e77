/** A booked call as its calendar file shows it. Moments are ISO 8601 in UTC. */
export type CalendarCall = {
  id: string;
  sequence: number;
  isCancelled: boolean;
  title: string;
  startsAt: string;
  endsAt: string;
  /** The phone number, the video link or the address, in words. */
  place: string;
  description: string;
  /** Who invites, and who is invited. Calendars show an invitation only to people whose address is in it. */
  organizer: { name: string; email: string };
  attendees: { name: string; email: string }[];
  /** The moment of this version. */
  changedAt: string;
};

/**
 * The calendar file of a call (RFC 5545): an invitation, or its cancellation. Its UID stays and its SEQUENCE grows, so that
 * calendars change the event that they have. The UID is the booking's id alone (RFC 7986, 5.3), and nothing names the product,
 * because calls of clients are theirs.
 */
export function writeCalendarFile(call: CalendarCall): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Booking//Calls//EN",
    "CALSCALE:GREGORIAN",
    `METHOD:${call.isCancelled ? "CANCEL" : "REQUEST"}`,
    "BEGIN:VEVENT",
    `UID:${call.id}`,
    `SEQUENCE:${call.sequence}`,
    `DTSTAMP:${utcOf(call.changedAt)}`,
    `DTSTART:${utcOf(call.startsAt)}`,
    `DTEND:${utcOf(call.endsAt)}`,
    `SUMMARY:${textOf(call.title)}`,
    ...(call.place ? [`LOCATION:${textOf(call.place)}`] : []),
    ...(call.description ? [`DESCRIPTION:${textOf(call.description)}`] : []),
    `STATUS:${call.isCancelled ? "CANCELLED" : "CONFIRMED"}`,
    "TRANSP:OPAQUE",
    `ORGANIZER;CN=${parameterOf(call.organizer.name)}:mailto:${addressOf(call.organizer.email)}`,
    ...call.attendees.map(
      ({ name, email }) =>
        `ATTENDEE;CN=${parameterOf(name)};ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${addressOf(email)}`,
    ),
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

export type FeedCall = Pick<
  CalendarCall,
  "id" | "sequence" | "isCancelled" | "title" | "startsAt" | "endsAt" | "place" | "description" | "changedAt"
>;

/** A calendar of calls to which calendar apps subscribe. No one is invited, so it has no METHOD. */
export function writeCalendarFeed(name: string, calls: FeedCall[]): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Booking//Calls//EN",
    "CALSCALE:GREGORIAN",
    `X-WR-CALNAME:${textOf(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT30M",
    ...calls.flatMap((call) => [
      "BEGIN:VEVENT",
      `UID:${call.id}`,
      `SEQUENCE:${call.sequence}`,
      `DTSTAMP:${utcOf(call.changedAt)}`,
      `DTSTART:${utcOf(call.startsAt)}`,
      `DTEND:${utcOf(call.endsAt)}`,
      `SUMMARY:${textOf(call.title)}`,
      ...(call.place ? [`LOCATION:${textOf(call.place)}`] : []),
      ...(call.description ? [`DESCRIPTION:${textOf(call.description)}`] : []),
      `STATUS:${call.isCancelled ? "CANCELLED" : "CONFIRMED"}`,
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

/** 2026-12-03T17:00:00Z as 20261203T170000Z. Calendars show it in each reader's own zone. */
export const utcOf = (moment: string) => `${new Date(moment).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;

/** TEXT (3.3.11): control characters are not allowed in it, except for line breaks, which are written as \n. */
function textOf(words: string): string {
  return words
    .toWellFormed()
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\n\t]/gu, "")
    .replaceAll(/[\\;,]/g, "\\$&")
    .replaceAll("\n", "\\n");
}

/** A quoted parameter value (3.2) can't have quotes or line breaks. Some readers give backslashes and ^ a meaning there. */
const parameterOf = (words: string) =>
  `"${words
    .toWellFormed()
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\p{Cc}/gu, "")
    .replaceAll('"', "'")
    .replaceAll("\\", "/")
    .replaceAll("^", " ")}"`;

const addressOf = (email: string) => email.replaceAll(/[\s\p{Cc}]/gu, "");

const MAX_OCTETS = 75;
const encoder = new TextEncoder();

/** Lines have at most 75 octets (3.1), and no character is cut in two. The rest follows after a space. */
function fold(line: string): string {
  let folded = "";
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > MAX_OCTETS) {
      folded += "\r\n ";
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
