import fc from "fast-check";
import ICAL from "ical.js";
import { expect, test } from "vitest";
import { type CalendarCall, writeCalendarFile } from "./calendar-file.ts";

const words = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc
    .array(fc.constantFrom("a", ";", ",", "\\", "\n", "\r\n", ":", '"', "é", "🙂", "\\n", " ", "BEGIN:VEVENT"), {
      maxLength: 60,
    })
    .map((parts) => parts.join("")),
);
const persons = fc.record({ name: words, email: fc.emailAddress() });
const START = Date.UTC(2026, 0, 1);
const calls: fc.Arbitrary<CalendarCall> = fc
  .record({
    id: fc.uuid(),
    sequence: fc.nat(50),
    isCancelled: fc.boolean(),
    title: words.filter((text) => text !== ""),
    starts: fc.nat(1_000_000),
    minutes: fc.integer({ min: 5, max: 480 }),
    place: words,
    description: words,
    organizer: persons,
    attendees: fc.array(persons, { minLength: 1, maxLength: 3 }),
  })
  .map(({ starts, minutes, ...call }) => ({
    ...call,
    startsAt: new Date(START + starts * 60_000).toISOString(),
    endsAt: new Date(START + (starts + minutes) * 60_000).toISOString(),
    changedAt: "2026-11-26T18:00:00Z",
  }));

/** What a text becomes in a file: line breaks as \n, no other control characters. */
const kept = (text: string) => text.replaceAll(/\r\n?/g, "\n").replaceAll(/[^\P{Cc}\n\t]/gu, "");
const quoted = (text: string) =>
  text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\p{Cc}/gu, "")
    .replaceAll('"', "'")
    .replaceAll("\\", "/")
    .replaceAll("^", " ");

/** The file as an independent parser reads it. */
function read(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file));
  const event = calendar.getFirstSubcomponent("vevent") as ICAL.Component;
  const text = (name: string) => String(event.getFirstPropertyValue(name) ?? "");
  const moment = (name: string) => (event.getFirstPropertyValue(name) as ICAL.Time).toJSDate().toISOString();
  const person = (property: ICAL.Property) => ({
    name: String(property.getParameter("cn") ?? ""),
    email: String(property.getFirstValue()).replace("mailto:", ""),
  });
  return {
    method: calendar.getFirstPropertyValue("method"),
    status: text("status"),
    uid: text("uid"),
    sequence: Number(text("sequence")),
    startsAt: moment("dtstart"),
    endsAt: moment("dtend"),
    title: text("summary"),
    place: text("location"),
    description: text("description"),
    organizer: person(event.getFirstProperty("organizer") as ICAL.Property),
    attendees: event.getAllProperties("attendee").map(person),
  };
}

test("An independent parser reads back 1,000 invitations and cancellations as they were written", () => {
  fc.assert(
    fc.property(calls, (call) => {
      const file = writeCalendarFile(call);
      expect(read(file)).toEqual({
        method: call.isCancelled ? "CANCEL" : "REQUEST",
        status: call.isCancelled ? "CANCELLED" : "CONFIRMED",
        uid: call.id,
        sequence: call.sequence,
        startsAt: call.startsAt,
        endsAt: call.endsAt,
        title: kept(call.title),
        place: kept(call.place),
        description: kept(call.description),
        organizer: { ...call.organizer, name: quoted(call.organizer.name) },
        attendees: call.attendees.map(({ name, email }) => ({ name: quoted(name), email })),
      });
    }),
    { numRuns: 1000 },
  );
});

test("Lines end with CRLF and have at most 75 octets, and no character is cut", () => {
  fc.assert(
    fc.property(calls, (call) => {
      const file = writeCalendarFile(call);
      expect(file.endsWith("END:VCALENDAR\r\n")).toBe(true);
      for (const line of file.slice(0, -2).split("\r\n")) {
        expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
        expect(line).not.toMatch(/[\r\n]/);
        expect(line.isWellFormed()).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

test("A call that is moved and cancelled keeps its UID, and its SEQUENCE grows", () => {
  fc.assert(
    fc.property(calls, fc.nat(10_000), (call, later) => {
      const moved = {
        ...call,
        isCancelled: false,
        sequence: call.sequence + 1,
        startsAt: new Date(Date.parse(call.startsAt) + later * 60_000).toISOString(),
        endsAt: new Date(Date.parse(call.endsAt) + later * 60_000).toISOString(),
      };
      const files = [
        { ...call, isCancelled: false },
        moved,
        { ...moved, isCancelled: true, sequence: moved.sequence + 1 },
      ].map((one) => read(writeCalendarFile(one)));
      expect(new Set(files.map(({ uid }) => uid)).size).toBe(1);
      expect(files.map(({ sequence }) => sequence - call.sequence)).toEqual([0, 1, 2]);
      expect(files.map(({ method }) => method)).toEqual(["REQUEST", "REQUEST", "CANCEL"]);
      expect(files[1]?.startsAt).toBe(moved.startsAt);
    }),
    { numRuns: 300 },
  );
});
