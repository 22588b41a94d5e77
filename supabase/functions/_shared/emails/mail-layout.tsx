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
import { createContext, Fragment, type ReactNode, use } from "react";
import { type AccentShades, deriveAccent } from "../../../../domain/accent.ts";
import { beforeAnswer } from "../../../../domain/form-answers.ts";
import { fitInto } from "../../../../domain/logo.ts";
import { BRAND_MARK_ID } from "./brand-mark.ts";
import { unbroken } from "./unbroken.tsx";

/** In whose name an email is: the agency's, or that of the client's account that it is about. */
export type Sender = {
  /** The name of the agency or of the client's business. */
  agency: string;
  /** The client's account. Its people work in its workspace, and its emails name nobody else. */
  account?: { slug: string } | undefined;
  siteUrl: string;
  /** How the agency writes dates and amounts, such as 'de-DE'. */
  locale?: string | undefined;
  /** Where answers go. */
  email?: string | undefined;
  /** The agency's logo at its public address, with its size in pixels. Without one, emails have the built-in mark. */
  logo?: { url: string; width: number; height: number; plate: boolean } | undefined;
  /** The account's color as #rrggbb. Without one, or with one that has no readable shades, buttons have the product's. */
  accent?: string | undefined;
};

const FONT = "-apple-system, BlinkMacSystemFont, 'Segoe UI', 'Helvetica Neue', Helvetica, Arial, sans-serif";
const INK = "#0b0c10";
const BODY = "#33343a";
const QUIET = "#5c5d64";
/** The product's own shades: the same in both themes. */
const OWN: AccentShades = {
  fill: "#f96c1b",
  hover: "#f96c1b",
  press: "#f96c1b",
  on: INK,
  ink: "#a33c00",
  tint: "#fff3ec",
};
const AccentContext = createContext<AccentShades>(OWN);
/** A long word must not widen the email. */
const WRAP = { overflowWrap: "anywhere", wordBreak: "break-word" } as const;

/**
 * Clients that know dark mode use these colors. The others keep the light ones, or invert them; both stay readable,
 * because every text has its own color and every surface its own background.
 */
const styleOf = (dark: AccentShades) => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: #0b0c10 !important; }
  .card { background-color: #15161b !important; border-color: #2c2e35 !important; }
  .ink, .ink a { color: #f3f2ee !important; }
  .text, .text a { color: #d4d4d8 !important; }
  .quiet, .quiet a { color: #a5a6ad !important; }
  .line { border-color: #2c2e35 !important; }
  .plate { background-color: #ffffff !important; border-radius: 6px !important; padding: 4px 8px !important; }
  .action { background-color: ${dark.fill} !important; color: ${dark.on} !important; }
  .quote { border-color: ${dark.fill} !important; }
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
  const accent = sender.accent ? deriveAccent(sender.accent) : null;
  return (
    <Html lang="en">
      <Head>
        {/* Without it, a phone's browser shows the email as wide as a desktop. */}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{styleOf(accent?.dark ?? OWN)}</style>
      </Head>
      <Preview>{preview}</Preview>
      <Body className="page" style={{ backgroundColor: "#f5f4ef", fontFamily: FONT, margin: 0, padding: "32px 0" }}>
        <Container className="frame" style={{ maxWidth: 568, padding: "0 24px" }}>
          {sender.logo ? (
            <LogoLine agency={sender.agency} logo={sender.logo} />
          ) : (
            <BrandLine sender={sender} shades={accent?.light} />
          )}
          <Section
            className="card"
            style={{ backgroundColor: "#ffffff", border: "1px solid #e3e1da", borderRadius: 12, padding: "32px" }}
          >
            <AccentContext value={accent?.light ?? OWN}>{children}</AccentContext>
          </Section>
          <Text className="quiet" style={{ color: QUIET, fontSize: 13, lineHeight: "20px", margin: "20px 0 0" }}>
            {reason && <>{reason} </>}
            Sent by {sender.agency}
            {!sender.account && (
              <>
                ,{" "}
                <Link className="site" href={sender.siteUrl} style={{ color: QUIET, textDecoration: "underline" }}>
                  {sender.siteUrl.replace(/^https?:\/\//, "")}
                </Link>
              </>
            )}
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

function BrandLine({ sender: { agency, account }, shades }: { sender: Sender; shades: AccentShades | undefined }) {
  return (
    <Section style={{ margin: "0 0 20px" }}>
      <Row>
        <Column style={{ width: 36 }}>
          {account ? (
            <Initials name={agency} shades={shades} />
          ) : (
            <Img
              src={`cid:${BRAND_MARK_ID}`}
              alt=""
              width={28}
              height={28}
              style={{ borderRadius: 7, display: "block" }}
            />
          )}
        </Column>
        <Column className="ink" style={{ color: INK, fontSize: 16, fontWeight: 600, lineHeight: "28px" }}>
          {agency}
        </Column>
      </Row>
    </Section>
  );
}

/** A client's business without a logo: the first letters of its name. The name follows as text, so readers skip them. */
function Initials({ name, shades }: { name: string; shades: AccentShades | undefined }) {
  return (
    <Text
      aria-hidden="true"
      data-skip-in-text="true"
      style={{
        backgroundColor: shades?.fill ?? INK,
        borderRadius: 7,
        color: shades?.on ?? "#ffffff",
        fontSize: 12,
        fontWeight: 600,
        height: 28,
        lineHeight: "28px",
        margin: 0,
        textAlign: "center",
        width: 28,
      }}
    >
      {initialsOf(name)}
    </Text>
  );
}

/** "Northside Dental" becomes "ND", "Ember" becomes "E". */
function initialsOf(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? []);
  return [letters[0], letters.length > 1 && letters.at(-1)].filter(Boolean).join("").toUpperCase();
}

/** The address of a page of the sales team: in the account's workspace, else in the agency's CRM. */
export function teamUrl({ siteUrl, account }: Sender, path = ""): string {
  return `${siteUrl}${account ? `/workspace/${account.slug}` : "/crm"}${path}`;
}

/** The page of one lead, which opens on its own. */
export const leadUrl = (sender: Sender, { leadId = "" }: { leadId?: string | undefined }): string =>
  teamUrl(sender, `/leads/${encodeURIComponent(leadId)}`);

/** Where people write landing pages: in the account's workspace, else in the administration. */
export function pagesUrl({ siteUrl, account }: Sender): string {
  return `${siteUrl}${account ? `/workspace/${account.slug}/pages` : "/admin/landing-pages"}`;
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
        ...WRAP,
      }}
    >
      {unbroken(children)}
    </Text>
  );
}

export function Paragraph({ children }: { children: ReactNode }) {
  return (
    <Text className="text" style={{ color: BODY, fontSize: 16, lineHeight: "25px", margin: "0 0 16px", ...WRAP }}>
      {unbroken(children)}
    </Text>
  );
}

/** Whether someone's first name looks like one. Anyone may have typed it, so anything else is not repeated. */
export const isPlainName = (name = "") => /^[\p{L}\p{M}' -]{1,40}$/u.test(name);

/** 'Hi Ann,' from the name of someone who wrote it down. Undefined without a plain first name. */
export function greetingOf(name = ""): string | undefined {
  const first = name.trim().split(/\s+/)[0];
  return isPlainName(first) ? `Hi ${first},` : undefined;
}

/** A smaller paragraph for what most readers can skip. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <Text className="quiet" style={{ color: QUIET, fontSize: 14, lineHeight: "21px", margin: "12px 0 0", ...WRAP }}>
      {unbroken(children)}
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
          style={{ color: BODY, fontSize: 15, lineHeight: "22px", margin: "0 0 6px", ...WRAP }}
        >
          <span className="quiet" style={{ color: QUIET }}>
            {beforeAnswer(label)}{" "}
          </span>
          {value}
        </Text>
      ))}
    </Section>
  );
}

type StatementProps = {
  lines: readonly { label: string; note: string; amount: string }[];
  total: readonly [label: string, amount: string];
};

/** Amounts below each other, with their total, as on a receipt. */
export function Statement({ lines, total: [label, amount] }: StatementProps) {
  return (
    <Section style={{ margin: "4px 0 20px" }}>
      {lines.map((line) => (
        <StatementRow key={line.label} amount={line.amount}>
          {unbroken(line.label)}
          {line.note && (
            <>
              <br />
              <span className="quiet" style={{ color: QUIET, fontSize: 14 }}>
                {line.note}
              </span>
            </>
          )}
        </StatementRow>
      ))}
      <StatementRow amount={amount} isTotal>
        {label}
      </StatementRow>
    </Section>
  );
}

type StatementRowProps = { amount: string; isTotal?: boolean; children: ReactNode };

function StatementRow({ amount, isTotal = false, children }: StatementRowProps) {
  const cell = {
    borderTop: "1px solid #e3e1da",
    color: isTotal ? INK : BODY,
    fontSize: 15,
    fontWeight: isTotal ? 600 : 400,
    lineHeight: "22px",
    padding: "10px 0",
    verticalAlign: "top",
  } as const;
  const className = isTotal ? "ink line" : "text line";
  return (
    <Row>
      <Column className={className} style={{ ...cell, ...WRAP, paddingRight: 16 }}>
        {children}
      </Column>
      <Column className={className} align="right" style={{ ...cell, whiteSpace: "nowrap" }}>
        {amount}
      </Column>
    </Row>
  );
}

/** A person's own words with their line breaks, behind a vertical rule. */
export function QuotedText({ children }: { children: string }) {
  return (
    <Text
      className="ink quote"
      style={{
        borderLeft: `3px solid ${use(AccentContext).fill}`,
        color: INK,
        fontSize: 16,
        lineHeight: "25px",
        margin: "4px 0 20px",
        padding: "0 0 0 16px",
        ...WRAP,
      }}
    >
      {/* Some clients and the plain text ignore line breaks that only a style keeps. */}
      {children.split("\n").map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
        <Fragment key={at}>
          {at > 0 && <br />}
          {line}
        </Fragment>
      ))}
    </Text>
  );
}

const CODE_FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace";

/** A code to type, large and apart from the text. */
export function Code({ children }: { children: ReactNode }) {
  return (
    <Text
      className="ink"
      style={{
        color: INK,
        fontFamily: CODE_FONT,
        fontSize: 32,
        fontWeight: 600,
        letterSpacing: "0.12em",
        lineHeight: "40px",
        margin: "4px 0 20px",
      }}
    >
      {children}
    </Text>
  );
}

/** The email's one button. The plain text has its address. */
export function Action({ href, children }: { href: string; children: ReactNode }) {
  const { fill, on } = use(AccentContext);
  return (
    <Section style={{ margin: "8px 0" }}>
      <Button
        href={href}
        className="action"
        style={{
          backgroundColor: fill,
          borderRadius: 8,
          color: on,
          fontSize: 16,
          fontWeight: 600,
          padding: "12px 20px",
          ...WRAP,
        }}
      >
        {children}
      </Button>
    </Section>
  );
}
