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
  return place ?? (location === "video" ? "Video call. We send you the link." : "");
}
