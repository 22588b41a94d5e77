import { Body, Column, Container, Head, Html, Img, Link, Preview, Row, Section, Text } from "@react-email/components";
import type { ReactNode } from "react";
import { type AccentShades, deriveAccent } from "../../../../domain/accent.ts";
import { fitInto } from "../../../../domain/logo.ts";
import { BRAND_MARK_ID } from "./brand-mark.ts";
import { AccentContext, INK, OWN, QUIET } from "./mail-colors.ts";
import type { Sender } from "./sender.ts";

const FONT = "-apple-system, BlinkMacSystemFont, 'Segoe UI', 'Helvetica Neue', Helvetica, Arial, sans-serif";
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
