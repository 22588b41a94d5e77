import { withoutDoubleMarks } from "../../../../domain/form-answers.ts";
import { aheadText } from "../../../../domain/format-booking.ts";
import { BookingMail, bookUrl, callUrl, manageUrl, startText, videoLink, whereText } from "./booking-layout.tsx";
import { MailLayout } from "./mail-layout.tsx";
import { Action, Heading, Note, Paragraph, QuotedText } from "./mail-parts.tsx";
import type { MailData, MailTemplate } from "./mail-template.ts";
import { type Sender, teamUrl } from "./sender.ts";

type Props = { sender: Sender; data: MailData; title: string; children: string };

/** Invites to choose a new time for a call that did not take place. */
function Invitation({ sender, data, title, children }: Props) {
  const url = bookUrl(sender, data);
  return (
    <BookingMail sender={sender} data={data} title={title} preview={children} reader="visitor" isCanceled>
      <Paragraph>{children}</Paragraph>
      {url ? (
        <Action href={url}>Choose a new time</Action>
      ) : (
        <Paragraph>Reply to this email to find a new time.</Paragraph>
      )}
    </BookingMail>
  );
}

const callsText = ({ calls }: MailData) =>
  calls === "1" ? "A call needs a new host" : `${calls} calls need a new host`;

/** A person who was erased has no name. */
const leaver = ({ earlierHost = "A colleague" }: MailData) => earlierHost;

/** Emails about calls besides those about booking, moving and canceling: reminders, missed calls and new hosts. */
export const callMails: Record<string, MailTemplate> = {
  "booking-reminder": {
    subject: (_, data) => `Reminder: ${data.title} in ${aheadText(Number(data.minutes ?? 0))}`,
    body: ({ sender, data }) => (
      <BookingMail
        sender={sender}
        data={data}
        title={`Your call is in ${aheadText(Number(data.minutes ?? 0))}`}
        preview={`${startText(data)}. ${whereText(data)}`}
        reader="visitor"
      >
        {videoLink(data) ? (
          <>
            <Action href={videoLink(data) ?? ""}>Join the call</Action>
            <Note>
              Can't make it? <a href={manageUrl(sender, data)}>Choose another time or cancel</a>
            </Note>
          </>
        ) : (
          <Action href={manageUrl(sender, data)}>Change or cancel the call</Action>
        )}
      </BookingMail>
    ),
  },
  "booking-missed": {
    subject: (_, data) => `We missed you: ${data.title}`,
    body: ({ sender, data }) => (
      <Invitation sender={sender} data={data} title="We missed you">
        We couldn't reach you at the time of your call. You can choose another one.
      </Invitation>
    ),
  },
  "booking-rebook": {
    subject: (_, data) => `Choose a new time: ${data.title}`,
    body: ({ sender, data }) => (
      <Invitation sender={sender} data={data} title="Choose a new time">
        Your call didn't take place as planned. You can choose another time.
      </Invitation>
    ),
  },
  "booking-reassigned": {
    subject: ({ agency }, data) =>
      `${data.left ? "Other hosts" : "New host"}: your call with ${agency} on ${startText(data)}`,
    body: ({ sender, data }) => (
      <BookingMail
        sender={sender}
        data={data}
        title={data.left ? "The hosts of your call changed" : "Your call has a new host"}
        preview={startText(data)}
        reader="visitor"
      >
        <Paragraph>The time stays the same.</Paragraph>
        <Action href={manageUrl(sender, data)}>Change or cancel</Action>
      </BookingMail>
    ),
  },
  "booking-host-reassigned": {
    subject: (_, data) => `A call is yours now: ${data.title} with ${data.name}`,
    body: ({ sender, data }) => (
      <BookingMail sender={sender} data={data} title="A call is yours now" preview={startText(data)} reader="host">
        <Paragraph>
          {data.earlierHost
            ? `${data.earlierHost} had this call until now. The time stays the same, and the visitor has been told.`
            : "The earlier host no longer takes calls. The time stays the same, and the visitor has been told."}
        </Paragraph>
        {data.answers && <QuotedText>{withoutDoubleMarks(data.answers)}</QuotedText>}
        <Action href={callUrl(sender, data)}>Open the call</Action>
      </BookingMail>
    ),
  },
  "booking-host-handed-over": {
    subject: (_, data) => `${data.newHost} takes your call: ${data.title} with ${data.name}`,
    body: ({ sender, data }) => (
      <BookingMail
        sender={sender}
        data={data}
        title="A colleague takes your call"
        preview={startText(data)}
        reader="host"
        isCanceled
      >
        <Paragraph>
          {`${data.newHost} takes this call now. Remove it from your calendar, if it's still there. The visitor has been told.`}
        </Paragraph>
        <Action href={teamUrl(sender, "/calls")}>Open your calls</Action>
      </BookingMail>
    ),
  },
  "booking-host-joined": {
    subject: (_, data) => `${data.newHost} joins your call: ${data.title} with ${data.name}`,
    body: ({ sender, data }) => (
      <BookingMail
        sender={sender}
        data={data}
        title="Your call has another host"
        preview={startText(data)}
        reader="host"
      >
        <Paragraph>
          {`${data.newHost} takes ${data.earlierHost}'s part of this call. The time stays the same, and the visitor has been told.`}
        </Paragraph>
        <Action href={callUrl(sender, data)}>Open the call</Action>
      </BookingMail>
    ),
  },
  "booking-host-left": {
    subject: (_, data) => `${leaver(data)} no longer takes part: ${data.title} with ${data.name}`,
    body: ({ sender, data }) => (
      <BookingMail sender={sender} data={data} title="A host left your call" preview={startText(data)} reader="host">
        <Paragraph>
          {`${leaver(data)} no longer takes calls. This one stays with its other hosts. The time stays the same, and the visitor has been told.`}
        </Paragraph>
        <Action href={callUrl(sender, data)}>Open the call</Action>
      </BookingMail>
    ),
  },
  "calls-without-host": {
    subject: (_, data) => callsText(data),
    body: ({ sender, data }) => (
      <MailLayout
        sender={sender}
        preview={`${data.host} no longer takes calls.`}
        reason={`You're getting this because you lead the team of ${sender.agency}.`}
      >
        <Heading>{callsText(data)}</Heading>
        <Paragraph>
          {`${data.host} no longer takes calls, and none of the other hosts is free. The first call is on ${startText(data)}. Move or cancel it.`}
        </Paragraph>
        <Action href={teamUrl(sender, "/calls?who=all")}>Open the calls</Action>
      </MailLayout>
    ),
  },
};
