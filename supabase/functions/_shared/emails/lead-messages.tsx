import { MailLayout } from "./mail-layout.tsx";
import { Paragraph } from "./mail-parts.tsx";
import type { MailTemplate } from "./mail-template.ts";

/** Messages of the sales team to a lead. A blank line starts a new paragraph. */
export const leadMessages: Record<string, MailTemplate> = {
  "lead-message": {
    subject: (_, data) => data.subject ?? "",
    body: ({ sender, data }) => {
      const parts = paragraphs(data.text);
      return (
        <MailLayout sender={sender} preview={(parts[0] ?? "").slice(0, 120)}>
          {parts.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
            <Paragraph key={index}>
              <span style={{ whiteSpace: "pre-line" }}>{text}</span>
            </Paragraph>
          ))}
          {data.replyTo && <Paragraph>You can reach us at {data.replyTo}.</Paragraph>}
        </MailLayout>
      );
    },
  },
};

function paragraphs(text = ""): string[] {
  return text
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter(Boolean);
}
