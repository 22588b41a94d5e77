import { Button, Column, Link, Row, Section, Text } from "@react-email/components";
import { Fragment, type ReactNode, use } from "react";
import { beforeAnswer } from "../../../../domain/form-answers.ts";
import { mailLink } from "../../../../domain/mail-link.ts";
import { callLink, formatPhone } from "../../../../domain/phone.ts";
import { AccentContext, BODY, INK, QUIET, WRAP } from "./mail-colors.ts";
import type { MailData } from "./mail-template.ts";
import { unbroken } from "./unbroken.tsx";

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

/** A line right below the heading. */
export function Subheading({ children }: { children: ReactNode }) {
  return (
    <Text className="quiet" style={{ color: QUIET, fontSize: 14, lineHeight: "21px", margin: "0 0 16px", ...WRAP }}>
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

/** With an address, the value is a link to it. */
export type Line = readonly [label: string, value: string | undefined, href?: string | undefined];

/** How to reach a lead: the links call and write to them. */
export const contactLines = ({ email, phone }: MailData): Line[] => [
  ["Email", email, email && mailLink(email)],
  ["Phone", phone && formatPhone(phone), phone && callLink(phone)],
];

/** The names of files. The files stay in the portal, so that only signed-in people get them. */
export const fileNames = (lines = ""): string => lines.split("\n").join(", ");

/** Labels with their values, one per line. Lines without a value are left out. */
export function Facts({ lines }: { lines: readonly Line[] }) {
  const shown = lines.filter(([, value]) => value);
  if (shown.length === 0) return null;
  return (
    <Section style={{ margin: "4px 0 20px" }}>
      {shown.map(([label, value, href]) => (
        <Text
          key={label}
          className="text"
          style={{ color: BODY, fontSize: 15, lineHeight: "22px", margin: "0 0 6px", ...WRAP }}
        >
          <span className="quiet" style={{ color: QUIET }}>
            {beforeAnswer(label)}{" "}
          </span>
          {href ? (
            <Link className="fact" href={href} style={{ color: "inherit", textDecoration: "underline" }}>
              {value}
            </Link>
          ) : (
            value
          )}
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
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
        <StatementRow key={at} amount={line.amount}>
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

/** The address of the email's button, last in an email that no one can do without. The plain text has it once already. */
export function SpelledOut({ href }: { href: string }) {
  return (
    <div data-skip-in-text="true">
      <Note>
        If the button doesn't work, open{" "}
        <Link href={href} style={{ color: QUIET, textDecoration: "underline" }}>
          {href}
        </Link>
      </Note>
    </div>
  );
}
