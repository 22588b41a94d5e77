import { withoutDoubleMarks } from "../../../../domain/form-answers.ts";
import { momentText } from "../../../../domain/format-booking.ts";
import { BookingMail, bookUrl, callUrl, manageUrl, NextSteps, startText, whereText } from "./booking-layout.tsx";
import { Action, Note, Paragraph, QuotedText } from "./mail-parts.tsx";
import type { MailData, MailTemplate } from "./mail-template.ts";
import type { Sender } from "./sender.ts";

/** All emails about one call are one thread for each reader. */
const threadOf = (reader: "visitor" | "host", isFirst: boolean) => (data: MailData) => ({
  key: `booking-${data.bookingId ?? ""}-${reader}${data.hostEmail ? `-${data.hostEmail.replaceAll(/[^a-z0-9.-]/gi, "-")}` : ""}`,
  isFirst,
});

/** The earlier time of a call that was moved. */
const earlierText = ({ from, timeZone = "UTC" }: MailData): string =>
  from ? `It was on ${momentText(from, timeZone)}.` : "";

const change = (sender: Sender, data: MailData) => (
  <Action href={manageUrl(sender, data)}>Change or cancel the call</Action>
);
const bookAgain = (sender: Sender, data: MailData) => {
  const url = bookUrl(sender, data);
  return url && <Action href={url}>Book a new call</Action>;
};
const INVITATION = "The attached calendar file adds it to your calendar.";
/** A host sees their call even if a colleague owns its lead. */
const openCall = (sender: Sender, data: MailData) => <Action href={callUrl(sender, data)}>Open the call</Action>;

/** A person of the team may book a call with themselves or with a colleague. */
function bookedTitle({ name, bookedBy, isBooker }: MailData): string {
  if (isBooker) return `You booked a call with ${name}`;
  return bookedBy ? `${bookedBy} booked a call for you with ${name}` : `${name} booked a call with you`;
}

/** Emails to the visitor and to the hosts when a call is booked, moved or canceled, or a cancellation is undone. Each has the call as a calendar file. */
export const bookingMails: Record<string, MailTemplate> = {
  "booking-booked": {
    subject: ({ agency }, data) => `Your call with ${agency} on ${startText(data)}`,
    thread: threadOf("visitor", true),
    body: ({ sender, data }) => (
      <BookingMail {...{ sender, data }} reader="visitor" title="Your call is booked" preview={whereText(data)}>
        <NextSteps data={data} />
        <Paragraph>{INVITATION}</Paragraph>
        {change(sender, data)}
        <Note>
          {data.bookedBy
            ? `${data.bookedBy} booked this call for you. If the time doesn't suit you, choose another one with the button.`
            : "Wasn't you? Someone may have mistyped their address. Use the button to cancel the call."}
        </Note>
      </BookingMail>
    ),
  },
  "booking-rescheduled": {
    subject: ({ agency }, data) => `Moved: your call with ${agency} is on ${startText(data)}`,
    thread: threadOf("visitor", false),
    body: ({ sender, data }) => (
      <BookingMail {...{ sender, data }} reader="visitor" title="Your call was moved" preview={earlierText(data)}>
        <Paragraph>{`${earlierText(data)} The attached calendar file changes it in your calendar.`}</Paragraph>
        <NextSteps data={data} />
        {change(sender, data)}
      </BookingMail>
    ),
  },
  "booking-cancelled": {
    subject: ({ agency }, data) => `Canceled: your call with ${agency} on ${startText(data)}`,
    thread: threadOf("visitor", false),
    body: ({ sender, data }) => (
      <BookingMail
        {...{ sender, data }}
        reader="visitor"
        isCanceled
        title="Your call was canceled"
        preview="The attached calendar file removes it from your calendar."
      >
        <Paragraph>The attached calendar file removes it from your calendar.</Paragraph>
        {bookAgain(sender, data)}
      </BookingMail>
    ),
  },
  "booking-reopened": {
    subject: ({ agency }, data) => `Booked again: your call with ${agency} on ${startText(data)}`,
    thread: threadOf("visitor", false),
    body: ({ sender, data }) => (
      <BookingMail
        {...{ sender, data }}
        reader="visitor"
        title="Your call takes place after all"
        preview={whereText(data)}
      >
        <Paragraph>
          The cancellation was undone. The attached calendar file adds the call to your calendar again.
        </Paragraph>
        <NextSteps data={data} />
        {change(sender, data)}
      </BookingMail>
    ),
  },
  "booking-host-booked": {
    subject: (_, data) => `Call with ${data.name} on ${startText(data)}`,
    thread: threadOf("host", true),
    body: ({ sender, data }) => (
      <BookingMail {...{ sender, data }} reader="host" title={bookedTitle(data)} preview={INVITATION}>
        {data.answers && <QuotedText>{withoutDoubleMarks(data.answers)}</QuotedText>}
        {openCall(sender, data)}
      </BookingMail>
    ),
  },
  "booking-host-rescheduled": {
    subject: (_, data) => `Moved: call with ${data.name} is on ${startText(data)}`,
    thread: threadOf("host", false),
    body: ({ sender, data }) => (
      <BookingMail
        {...{ sender, data }}
        reader="host"
        title={`The call with ${data.name} was moved`}
        preview={earlierText(data)}
      >
        <Paragraph>{earlierText(data)}</Paragraph>
        {openCall(sender, data)}
      </BookingMail>
    ),
  },
  "booking-host-cancelled": {
    subject: (_, data) => `Canceled: call with ${data.name} on ${startText(data)}`,
    thread: threadOf("host", false),
    body: ({ sender, data }) => (
      <BookingMail
        {...{ sender, data }}
        reader="host"
        isCanceled
        title={`The call with ${data.name} was canceled`}
        preview="The time is open again."
      >
        <Paragraph>The time is open again.</Paragraph>
        <Action href={callUrl(sender, data)}>Open your calls</Action>
      </BookingMail>
    ),
  },
  "booking-host-reopened": {
    subject: (_, data) => `Booked again: call with ${data.name} on ${startText(data)}`,
    thread: threadOf("host", false),
    body: ({ sender, data }) => (
      <BookingMail
        {...{ sender, data }}
        reader="host"
        title={`The call with ${data.name} takes place after all`}
        preview="The cancellation was undone."
      >
        <Paragraph>
          The cancellation was undone. The attached calendar file adds the call to your calendar again.
        </Paragraph>
        {openCall(sender, data)}
      </BookingMail>
    ),
  },
};
