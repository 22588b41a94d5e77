import { businessOf, changeRequestTypes } from "../../../../domain/change-requests.ts";
import { MailLayout } from "./mail-layout.tsx";
import { Action, Facts, fileNames, Heading, QuotedText } from "./mail-parts.tsx";
import type { MailData, MailTemplate } from "./mail-template.ts";
import type { Sender } from "./sender.ts";

type Props = { sender: Sender; data: MailData; title: string; action: string };

function RequestMail({ sender, data, title, action }: Props) {
  const { requestId = "", business = "", forAccount, client, type, words = "", files = "" } = data;
  return (
    <MailLayout
      sender={sender}
      preview={words.replace(/\s+/g, " ").slice(0, 120)}
      reason={`You're getting this because you're an admin of ${sender.agency}. Turn it off under Settings, Notifications.`}
    >
      <Heading>{title}</Heading>
      <Facts
        lines={[
          ["Client", client],
          ["Business", businessOf(business)],
          ["Account", forAccount],
          ["Type", type && changeRequestTypes[type as keyof typeof changeRequestTypes]],
        ]}
      />
      <QuotedText>{words}</QuotedText>
      <Facts lines={[["Files in the portal", fileNames(files)]]} />
      <Action href={`${sender.siteUrl}/admin/requests?q=${encodeURIComponent(business)}#request-${requestId}`}>
        {action}
      </Action>
    </MailLayout>
  );
}

const subjectOf = ({ business }: MailData): string => `Request from ${business}`;
const threadOf = ({ requestId = "" }: MailData, isFirst: boolean) => ({ key: `request-${requestId}`, isFirst });

/** Emails to the admins about requests of clients. All emails about one request are one thread with one subject. */
export const requestMails: Record<string, MailTemplate> = {
  "request-arrived": {
    subject: (_, data) => subjectOf(data),
    thread: (data) => threadOf(data, true),
    body: ({ sender, data }) => (
      <RequestMail sender={sender} data={data} title={`${data.business} has a request`} action="Open request" />
    ),
  },
  "request-reply": {
    subject: (_, data) => `Re: ${subjectOf(data)}`,
    thread: (data) => threadOf(data, false),
    body: ({ sender, data }) => (
      <RequestMail sender={sender} data={data} title={`${data.client} replied`} action="Answer" />
    ),
  },
};
