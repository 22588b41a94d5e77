import { Body, Button, Container, Head, Hr, Html, Link, Preview, Section, Text } from "@react-email/components";
import type { ReactNode } from "react";

export type Sender = {
  agency: string;
  siteUrl: string;
  /** How the agency writes dates and amounts, such as 'de-DE'. */
  locale?: string | undefined;
};

const ink = "#0b0c10";
const quiet = "#5c5d64";
const font = "'Helvetica Neue', Helvetica, Arial, sans-serif";

type Props = { sender: Sender; preview: string; children: ReactNode };

/** The layout of every email: one column, the agency's name, plain text, and a footer that says who sent it and why. */
export function MailLayout({ sender, preview, children }: Props) {
  return (
    <Html lang="en">
      <Head />
      <Preview>{preview}</Preview>
      <Body style={{ backgroundColor: "#fbfaf7", fontFamily: font, margin: 0, padding: "32px 0" }}>
        <Container style={{ maxWidth: 520, padding: "0 24px" }}>
          <Text style={{ color: ink, fontSize: 18, fontWeight: 600, margin: "0 0 24px" }}>{sender.agency}</Text>
          <Section
            style={{ backgroundColor: "#ffffff", border: "1px solid #e3e1da", borderRadius: 10, padding: "28px 32px" }}
          >
            {children}
          </Section>
          <Hr style={{ border: 0, margin: "16px 0 0" }} />
          <Text style={{ color: quiet, fontSize: 13, lineHeight: "20px", margin: 0 }}>
            Sent by {sender.agency},{" "}
            <Link href={sender.siteUrl} style={{ color: quiet }}>
              {sender.siteUrl.replace(/^https?:\/\//, "")}
            </Link>
          </Text>
        </Container>
      </Body>
    </Html>
  );
}

export function Heading({ children }: { children: ReactNode }) {
  return (
    <Text style={{ color: ink, fontSize: 22, fontWeight: 600, lineHeight: "28px", margin: "0 0 12px" }}>
      {children}
    </Text>
  );
}

export function Paragraph({ children }: { children: ReactNode }) {
  return <Text style={{ color: "#33343a", fontSize: 16, lineHeight: "26px", margin: "0 0 16px" }}>{children}</Text>;
}

/** The email's main button. Its address also appears as text, for clients that show no buttons. */
export function Action({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Section style={{ margin: "8px 0 20px" }}>
      <Button
        href={href}
        style={{
          backgroundColor: "#f96c1b",
          borderRadius: 8,
          color: ink,
          fontSize: 16,
          fontWeight: 600,
          padding: "13px 22px",
        }}
      >
        {children}
      </Button>
    </Section>
  );
}
