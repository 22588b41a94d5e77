import type { ReactNode } from "react";
import { MailLayout } from "./mail-layout.tsx";
import { Heading, Paragraph } from "./mail-parts.tsx";
import type { MailData } from "./mail-template.ts";
import type { Sender } from "./sender.ts";

type Props = {
  sender: Sender;
  data: MailData;
  title: string;
  preview: string;
  reason?: string | undefined;
  children: ReactNode;
};

/** An email to a person with an account. */
export function PersonMail({ sender, data, title, preview, reason, children }: Props) {
  return (
    <MailLayout
      sender={sender}
      preview={preview}
      reason={reason ?? `You're getting this because you have an account at ${sender.agency}.`}
    >
      <Heading>{title}</Heading>
      {data.name && <Paragraph>Hi {data.name},</Paragraph>}
      {children}
    </MailLayout>
  );
}
