import type { ReactNode } from "react";
import { bookingSite } from "../../../../domain/booking/booking-site.ts";
import { nextSteps, placeText } from "../../../../domain/booking/booking-words.ts";
import { dayText, momentText, timeText, zoneText } from "../../../../domain/format-booking.ts";
import { dayIn } from "../../../../domain/zoned-time.ts";
import { MailLayout } from "./mail-layout.tsx";
import { contactLines, Facts, greetingOf, Heading, type Line, Paragraph } from "./mail-parts.tsx";
import type { MailData } from "./mail-template.ts";
import { type Sender, teamUrl } from "./sender.ts";

type Props = {
  sender: Sender;
  data: MailData;
  title: string;
  preview: string;
  /** Who reads it: the visitor who booked, or the host of the call. */
  reader: "visitor" | "host";
  /** The call no longer takes place or is over, so it has no place. */
  isCanceled?: boolean;
  children: ReactNode;
};

/** The layout of every email about a booked call: what happened, the call in the reader's own time zone, and what to do. */
export function BookingMail({ sender, data, title, preview, reader, isCanceled = false, children }: Props) {
  const reason =
    reader === "visitor"
      ? `You're getting this because a call with ${sender.agency} was booked with this address.`
      : `You're getting this because you take calls for ${sender.agency}.`;
  const greeting = reader === "visitor" && greetingOf(data.name);
  const facts = reader === "visitor" ? visitorFacts(data) : hostFacts(data);
  return (
    <MailLayout sender={sender} preview={preview} reason={reason}>
      <Heading>{title}</Heading>
      {greeting && <Paragraph>{greeting}</Paragraph>}
      <Facts lines={isCanceled ? facts.filter(([label]) => label !== "Where") : facts} />
      {children}
    </MailLayout>
  );
}

/** What an inbox shows of a visitor's call: with whom, and where. The subject has the time. */
export function whereText({ hosts, location = "", place, phone }: MailData): string {
  return [hosts && `With ${hosts}.`, placeText({ location, place, phone }).replace(/(?<=[^.])$/, ".")]
    .filter(Boolean)
    .join(" ");
}

/** '9:00 AM to 9:30 AM, Pacific Time' */
const hoursOf = ({ startsAt = "", endsAt = "", timeZone = "UTC" }: MailData) =>
  `${timeText(startsAt, timeZone)} to ${timeText(endsAt, timeZone)}, ${zoneText(timeZone, startsAt)}`;

/** Where a video call happens, if its place is a link and not words. */
export const videoLink = ({ location, place }: MailData): string | undefined =>
  location === "video" && place?.startsWith("https://") ? place : undefined;

function visitorFacts(data: MailData): Line[] {
  const { title, startsAt = "", timeZone = "UTC", hosts, location = "", place, phone } = data;
  return [
    ["Call", title],
    ["Day", dayText(startsAt, timeZone)],
    ["Time", hoursOf(data)],
    ["With", hosts],
    ["Where", placeText({ location, place, phone }), videoLink(data)],
  ];
}

function hostFacts(data: MailData): Line[] {
  const { title, startsAt = "", timeZone = "UTC", hosts, location, place, name } = data;
  return [
    ["Call", title],
    ["Day", dayText(startsAt, timeZone)],
    ["Time", hoursOf(data)],
    ["Who", name],
    ...contactLines(data),
    ["Where", location === "phone" ? "You call them" : place, videoLink(data)],
    ["Hosts", hosts?.includes(" and ") ? hosts : undefined],
  ];
}

/** 'Thursday, December 3, 2026 at 9:00 AM, Pacific Time', in the reader's zone. */
export const startText = ({ startsAt = "", timeZone = "UTC" }: MailData): string => momentText(startsAt, timeZone);

/** What the visitor can expect until the call, one paragraph each, as the page of the call says it. */
export const NextSteps = ({ data }: { data: MailData }) =>
  nextSteps({
    startsAt: data.startsAt ?? "",
    timeZone: data.timeZone ?? "UTC",
    location: data.location ?? "",
    place: data.place,
    hosts: data.hosts,
    reminders: (data.reminders ?? "").split(",").filter(Boolean).map(Number),
  }).map((step) => <Paragraph key={step}>{step}</Paragraph>);

/** The page on which the visitor moves or cancels the call. */
export const manageUrl = ({ siteUrl }: Sender, { manageKey = "", domain }: MailData): string =>
  `${bookingSite(siteUrl, domain)}/booking/${encodeURIComponent(manageKey)}`;

/** The call in its week, which shows its card to its hosts, or says that it was canceled. */
export const callUrl = (sender: Sender, { bookingId = "", startsAt = "", timeZone = "UTC" }: MailData): string =>
  teamUrl(sender, `/calls?week=${dayIn(Date.parse(startsAt), timeZone)}&call=${encodeURIComponent(bookingId)}`);

/** The calendar of the kind of call, as long as it can be booked. It knows the visitor from the key of their call. */
export function bookUrl({ siteUrl }: Sender, { accountSlug, typeSlug, domain, manageKey }: MailData): string | null {
  if (!accountSlug || !typeSlug) return null;
  const path = `/book/${domain ? typeSlug : `${accountSlug}/${typeSlug}`}`;
  return `${bookingSite(siteUrl, domain)}${path}${manageKey ? `?after=${encodeURIComponent(manageKey)}` : ""}`;
}
