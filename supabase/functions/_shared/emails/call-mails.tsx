import { formatDayOfWeek, formatTime } from "../../../../domain/format-date.ts";
import { Action, Facts, Heading, MailLayout, Note, Paragraph, type Sender, teamUrl } from "./mail-layout.tsx";
import type { MailData, MailTemplate } from "./mail-template.ts";

/** 'Tuesday, December 1, 10:00 AM (America/Los_Angeles)', in the visitor's zone. */
function whenOf({ startsAt = "", timeZone = "UTC" }: MailData): string {
  const at = new Date(startsAt);
  return `${formatDayOfWeek(at, { timeZone })}, ${formatTime(at, { timeZone })} (${timeZone.replaceAll("_", " ")})`;
}

function placeOf({ location, place, phone, hosts }: MailData): string | undefined {
  if (location === "phone") return `${hosts || "We"} will call you${phone ? ` at ${phone}` : ""}`;
  return place;
}

/** "24 hours", "1 hour", "15 minutes": how far ahead a reminder is. */
function ahead(minutes: number): string {
  const [amount, unit] =
    minutes % 1440 === 0 && minutes > 1440
      ? [minutes / 1440, "day"]
      : minutes % 60 === 0
        ? [minutes / 60, "hour"]
        : [minutes, "minute"];
  return `${amount} ${unit}${amount === 1 ? "" : "s"}`;
}

const manageUrl = ({ siteUrl }: Sender, { manageKey = "" }: MailData) =>
  `${siteUrl}/booking/${encodeURIComponent(manageKey)}`;
/** Where the visitor chooses a new time: the page of the kind of call, as long as it can be booked. */
const bookUrl = (sender: Sender, { accountSlug, typeSlug }: MailData) =>
  accountSlug && typeSlug ? `${sender.siteUrl}/book/${accountSlug}/${typeSlug}` : null;

const CallFacts = ({ data }: { data: MailData }) => (
  <Facts
    lines={[
      ["When", whenOf(data)],
      ["Where", placeOf(data)],
      ["With", data.hosts],
    ]}
  />
);

function ManageNote({ sender, data }: { sender: Sender; data: MailData }) {
  const url = manageUrl(sender, data);
  return (
    <Note>
      Can't make it? Choose another time or cancel: <a href={url}>{url}</a>
    </Note>
  );
}

type Props = { sender: Sender; data: MailData; title: string; children: string };

function Invitation({ sender, data, title, children }: Props) {
  const url = bookUrl(sender, data);
  return (
    <MailLayout
      sender={sender}
      preview={children}
      reason={`You're getting this because you booked a call with ${sender.agency}.`}
    >
      <Heading>{title}</Heading>
      <Paragraph>{children}</Paragraph>
      {url ? (
        <Action href={url}>Choose a new time</Action>
      ) : (
        <Paragraph>Reply to this email, and we'll find a new time.</Paragraph>
      )}
    </MailLayout>
  );
}

/** Emails to a visitor about a call that they booked: before it, and when it didn't take place. */
export const callMails: Record<string, MailTemplate> = {
  "booking-reminder": {
    subject: (_, data) => `Reminder: ${data.title} in ${ahead(Number(data.minutes ?? 0))}`,
    body: ({ sender, data }) => (
      <MailLayout
        sender={sender}
        preview={whenOf(data)}
        reason={`You're getting this because you booked a call with ${sender.agency}.`}
      >
        <Heading>{data.title}</Heading>
        <CallFacts data={data} />
        {data.location === "video" && data.place?.startsWith("https://") && (
          <Action href={data.place}>Join the call</Action>
        )}
        <ManageNote sender={sender} data={data} />
      </MailLayout>
    ),
  },
  "booking-missed": {
    subject: (_, data) => `We missed you: ${data.title}`,
    body: ({ sender, data }) => (
      <Invitation sender={sender} data={data} title="We missed you">
        {`Your ${data.title} was planned for ${whenOf(data)}, and we couldn't reach you. You can choose another time.`}
      </Invitation>
    ),
  },
  "booking-rebook": {
    subject: (_, data) => `Choose a new time: ${data.title}`,
    body: ({ sender, data }) => (
      <Invitation sender={sender} data={data} title="Choose a new time">
        {`Your ${data.title} on ${whenOf(data)} didn't take place. You can choose another time.`}
      </Invitation>
    ),
  },
  "booking-reassigned": {
    subject: (_, data) => `New host: ${data.title}`,
    body: ({ sender, data }) => (
      <MailLayout
        sender={sender}
        preview={whenOf(data)}
        reason={`You're getting this because you booked a call with ${sender.agency}.`}
      >
        <Heading>Your call has a new host</Heading>
        <Paragraph>
          {data.hosts ? `${data.hosts} takes your call.` : "A colleague takes your call."} The time stays the same.
        </Paragraph>
        <CallFacts data={data} />
        <ManageNote sender={sender} data={data} />
      </MailLayout>
    ),
  },
  "booking-host-reassigned": {
    subject: (_, data) => `A call is yours now: ${data.title} with ${data.name}`,
    body: ({ sender, data }) => (
      <MailLayout
        sender={sender}
        preview={whenOf(data)}
        reason={`You're getting this because you take calls for ${sender.agency}.`}
      >
        <Heading>{`${data.title} with ${data.name} is yours now`}</Heading>
        <Paragraph>Their earlier host no longer takes calls. The time stays the same, and the visitor knows.</Paragraph>
        <Facts
          lines={[
            ["When", whenOf(data)],
            ["Phone", data.phone],
            ["Email", data.email],
            ["Where", data.place],
          ]}
        />
        <Action href={teamUrl(sender, "/calls")}>Open your calls</Action>
      </MailLayout>
    ),
  },
  "calls-without-host": {
    subject: (_, data) => `${countCalls(data)} ${data.calls === "1" ? "needs" : "need"} a new host`,
    body: ({ sender, data }) => (
      <MailLayout
        sender={sender}
        preview={`${data.host} no longer takes calls.`}
        reason={`You're getting this because you decide for ${sender.agency}.`}
      >
        <Heading>{`${countCalls(data)} ${data.calls === "1" ? "needs" : "need"} a new host`}</Heading>
        <Paragraph>
          {`${data.host} no longer takes calls, and none of the other hosts is free. The first call is on ${whenOf(data)}. Move or cancel it, or add a host.`}
        </Paragraph>
        <Action href={teamUrl(sender, "/calls")}>Open the calls</Action>
      </MailLayout>
    ),
  },
};

const countCalls = ({ calls }: MailData) => (calls === "1" ? "A call" : `${calls} calls`);
