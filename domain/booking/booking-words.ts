import { remindersText, timeText } from "../format-booking.ts";
import { formatPhone } from "../phone.ts";

/** A booked call as the database describes it for emails and for its visitor (private.booking_mail_data). */
export type BookingFacts = {
  bookingId: string;
  sequence: string;
  title: string;
  startsAt: string;
  endsAt: string;
  location: string;
  place?: string | undefined;
  phone?: string | undefined;
  name: string;
  email: string;
  hosts?: string | undefined;
  organizer?: string | undefined;
};

/** Where a call happens, from its visitor's side. */
export function placeText({ location, place, phone }: Pick<BookingFacts, "location" | "place" | "phone">): string {
  if (location === "phone") return phone ? `We'll call you at ${formatPhone(phone)}` : "We'll call you";
  return place ?? (location === "video" ? "Video call. We'll send you the link." : "");
}

type Ahead = Pick<BookingFacts, "startsAt" | "location" | "place" | "hosts"> & {
  timeZone: string;
  reminders: number[];
};

/** What the visitor can expect until the call, in order. `reminders` are those still ahead, in minutes before the call. */
export function nextSteps({ startsAt, timeZone, reminders, location, place, hosts }: Ahead): string[] {
  const time = timeText(startsAt, timeZone);
  const ahead = remindersText(reminders);
  const who = hosts ? `${hosts} will` : "We'll";
  const atTime: Record<string, string> = {
    phone: `${who} call you at ${time}. Please keep your phone nearby.`,
    video: place ? `Open the video link at ${time}.` : "We'll send you the video link before the call.",
    place: `Please arrive a few minutes before ${time}.`,
  };
  return [ahead ? `You'll get a reminder by email ${ahead}.` : "", atTime[location] ?? ""].filter(
    (step) => step !== "",
  );
}
