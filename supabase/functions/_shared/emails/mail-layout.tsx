import {
  Body,
  Button,
  Column,
  Container,
  Head,
  Html,
  Img,
  Link,
  Preview,
  Row,
  Section,
  Text,
} from "@react-email/components";
import type { ReactNode } from "react";
import { fitInto } from "../../../../domain/logo.ts";
import { BRAND_MARK_ID } from "./brand-mark.ts";

export type Sender = {
  agency: string;
  siteUrl: string;
  /** How the agency writes dates and amounts, such as 'de-DE'. */
  locale?: string | undefined;
  /** Where answers go. */
  email?: string | undefined;
  /** The agency's logo at its public address, with its size in pixels. Without one, emails have the built-in mark. */
  logo?: { url: string; width: number; height: number; plate: boolean } | undefined;
};

const FONT = "-apple-system, BlinkMacSystemFont, 'Segoe UI', 'Helvetica Neue', Helvetica, Arial, sans-serif";
const INK = "#0b0c10";
const BODY = "#33343a";
const QUIET = "#5c5d64";
const ACCENT = "#f96c1b";

/**
 * Clients that know dark mode use these colors. The others keep the light ones, or invert them; both stay readable,
 * because every text has its own color and every surface its own background.
 */
const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: #0b0c10 !important; }
  .card { background-color: #15161b !important; border-color: #2c2e35 !important; }
  .ink, .ink a { color: #f3f2ee !important; }
  .text, .text a { color: #d4d4d8 !important; }
  .quiet, .quiet a { color: #a5a6ad !important; }
  .line { border-color: #2c2e35 !important; }
  .plate { background-color: #ffffff !important; border-radius: 6px !important; padding: 4px 8px !important; }
}
@media (max-width: 480px) {
  .card { padding: 24px 20px !important; }
  .frame { padding: 0 12px !important; }
}`;

type Props = {
  sender: Sender;
  /** The line that an inbox shows after the subject. It adds to the subject and does not repeat it. */
  preview: string;
  /** Why this person gets the email. It follows the agency's name in the footer. */
  reason?: ReactNode;
  children: ReactNode;
};

/** The layout of every email: the logo, or the mark and the agency's name, one card with one action, and a footer that says why. */
export function MailLayout({ sender, preview, reason, children }: Props) {
  return (
    <Html lang="en">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{STYLE}</style>
      </Head>
      <Preview>{preview}</Preview>
      <Body className="page" style={{ backgroundColor: "#f5f4ef", fontFamily: FONT, margin: 0, padding: "32px 0" }}>
        <Container className="frame" style={{ maxWidth: 568, padding: "0 24px" }}>
          {sender.logo ? <LogoLine agency={sender.agency} logo={sender.logo} /> : <BrandLine agency={sender.agency} />}
          <Section
            className="card"
            style={{ backgroundColor: "#ffffff", border: "1px solid #e3e1da", borderRadius: 12, padding: "32px" }}
          >
            {children}
          </Section>
          <Text className="quiet" style={{ color: QUIET, fontSize: 13, lineHeight: "20px", margin: "20px 0 0" }}>
            {reason && <>{reason} </>}
            Sent by {sender.agency},{" "}
            <Link href={sender.siteUrl} style={{ color: QUIET, textDecoration: "underline" }}>
              {sender.siteUrl.replace(/^https?:\/\//, "")}
            </Link>
          </Text>
        </Container>
      </Body>
    </Html>
  );
}

/** The largest size of a logo in an email, in pixels. */
const LOGO_BOX = { width: 200, height: 36 };

/** The logo from its address, so that clients keep it. Its alternative text is the name, for clients that load no images. */
function LogoLine({ agency, logo: { url, plate, ...size } }: { agency: string; logo: NonNullable<Sender["logo"]> }) {
  const { width, height } = fitInto(size.width, size.height, LOGO_BOX);
  return (
    <Section style={{ margin: "0 0 20px" }}>
      <Img
        src={url}
        alt={agency}
        width={width}
        height={height}
        className={plate ? "ink plate" : "ink"}
        style={{ color: INK, display: "block", fontSize: 16, fontWeight: 600 }}
      />
    </Section>
  );
}

function BrandLine({ agency }: { agency: string }) {
  return (
    <Section style={{ margin: "0 0 20px" }}>
      <Row>
        <Column style={{ width: 36 }}>
          <Img
            src={`cid:${BRAND_MARK_ID}`}
            alt=""
            width={28}
            height={28}
            style={{ borderRadius: 7, display: "block" }}
          />
        </Column>
        <Column className="ink" style={{ color: INK, fontSize: 16, fontWeight: 600, lineHeight: "28px" }}>
          {agency}
        </Column>
      </Row>
    </Section>
  );
}

export function Heading({ children }: { children: ReactNode }) {
  return (
    <Text
      className="ink"
      style={{
        color: INK,
        fontSize: 22,
        fontWeight: 600,
        letterSpacing: "-0.01em",
        lineHeight: "28px",
        margin: "0 0 12px",
      }}
    >
      {children}
    </Text>
  );
}

export function Paragraph({ children }: { children: ReactNode }) {
  return (
    <Text className="text" style={{ color: BODY, fontSize: 16, lineHeight: "25px", margin: "0 0 16px" }}>
      {children}
    </Text>
  );
}

/** A smaller paragraph for what most readers can skip. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <Text className="quiet" style={{ color: QUIET, fontSize: 14, lineHeight: "21px", margin: "12px 0 0" }}>
      {children}
    </Text>
  );
}

export type Line = readonly [label: string, value: string | undefined];

/** Labels with their values, one per line. Lines without a value are left out. */
export function Facts({ lines }: { lines: readonly Line[] }) {
  const shown = lines.filter(([, value]) => value);
  if (shown.length === 0) return null;
  return (
    <Section style={{ margin: "4px 0 20px" }}>
      {shown.map(([label, value]) => (
        <Text
          key={label}
          className="text"
          style={{ color: BODY, fontSize: 15, lineHeight: "22px", margin: "0 0 6px", overflowWrap: "anywhere" }}
        >
          <span className="quiet" style={{ color: QUIET }}>
            {label}:{" "}
          </span>
          {value}
        </Text>
      ))}
    </Section>
  );
}

/** A person's own words with their line breaks, behind a vertical rule. */
export function QuotedText({ children }: { children: string }) {
  return (
    <Text
      className="ink"
      style={{
        borderLeft: `3px solid ${ACCENT}`,
        color: INK,
        fontSize: 16,
        lineHeight: "25px",
        margin: "4px 0 20px",
        overflowWrap: "anywhere",
        padding: "0 0 0 16px",
        whiteSpace: "pre-wrap",
      }}
    >
      {children}
    </Text>
  );
}

/** The email's one button. The plain text has its address. */
export function Action({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Section style={{ margin: "8px 0" }}>
      <Button
        href={href}
        style={{
          backgroundColor: ACCENT,
          borderRadius: 8,
          color: INK,
          fontSize: 16,
          fontWeight: 600,
          padding: "12px 20px",
        }}
      >
        {children}
      </Button>
    </Section>
  );
}
