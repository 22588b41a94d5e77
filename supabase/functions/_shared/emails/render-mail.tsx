import { render } from "@react-email/render";
import { setAgencyLocale } from "../invoices/format.ts";
import { authMails } from "./auth-mails.tsx";
import { billingMails } from "./billing-mails.tsx";
import { bookingMails } from "./booking-mails.tsx";
import { callMails } from "./call-mails.tsx";
import { clientMails } from "./client-mails.tsx";
import { confirmationMails } from "./confirmation-mails.tsx";
import { correctionMails } from "./correction-mails.tsx";
import { landingApprovals } from "./landing-approvals.tsx";
import { landingMails } from "./landing-mails.tsx";
import { leadAlerts } from "./lead-alerts.tsx";
import { leadMails } from "./lead-mails.tsx";
import { leadMessages } from "./lead-messages.tsx";
import type { MailData, MailTemplate } from "./mail-template.ts";
import { peopleMails } from "./people-mails.tsx";
import { receiptMails } from "./receipt-mails.tsx";
import { requestMails } from "./request-mails.tsx";
import { securityMails } from "./security-mails.tsx";
import type { Sender } from "./sender.ts";

const templates: Record<string, MailTemplate> = {
  ...authMails,
  ...billingMails,
  ...callMails,
  ...bookingMails,
  ...clientMails,
  ...confirmationMails,
  ...correctionMails,
  ...landingApprovals,
  ...landingMails,
  ...leadAlerts,
  ...leadMails,
  ...leadMessages,
  ...peopleMails,
  ...securityMails,
  ...receiptMails,
  ...requestMails,
};

/**
 * In plain text, a link that writes an email shows the bare address, without the subject that it brings. The site in the footer and
 * facts are their words alone, which say the address.
 */
const TEXT = {
  selectors: [
    {
      selector: 'a[href^="mailto:"]',
      format: "anchor",
      options: {
        linkBrackets: false as const,
        pathRewrite: (path: string) => decodeURIComponent(path.split("?")[0] ?? ""),
      },
    },
    // Of two rules for one link, the later one counts.
    { selector: "a.site", format: "anchor", options: { ignoreHref: true } },
    { selector: "a.fact", format: "anchor", options: { ignoreHref: true } },
  ],
};

/** The names of all templates. */
export const TEMPLATES: readonly string[] = Object.keys(templates);

/** Renders a template to subject, HTML and plain text. Throws if the template does not exist. */
export async function renderMail(template: string, data: Record<string, unknown>, sender: Sender) {
  const mail = templates[template];
  if (!mail) throw new Error(`There is no email template ${template}`);
  setAgencyLocale(sender.locale);
  // SQL writes null for what is missing, and a default in a template is for undefined.
  const values = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null)) as MailData;
  const element = <mail.body sender={sender} data={values} />;
  const [html, text] = await Promise.all([
    render(element),
    render(element, { plainText: true, htmlToTextOptions: TEXT }),
  ]);
  return {
    subject: mail.subject(sender, values),
    html,
    text,
    agency: sender.agency,
    fromName: sender.account && sender.agency,
    replyTo: sender.email,
    thread: mail.thread?.(values),
  };
}
