import { brand } from "../brand.ts";
import type { TermsSection } from "./terms-section.ts";

/** Data, service levels, liability and contact. SAMPLE CONTENT, except the response times of spec §9. */
export const protectionTerms: readonly TermsSection[] = [
  {
    id: "data-and-privacy",
    name: "Data and privacy",
    inShort: "What we keep, why, for how long, and what you can ask of us.",
    clauses: [
      {
        text: "We keep what you give us: your name, email, company and the answers of your application or message; your account, invoices and requests; and the leads of your funnel, with the times at which something happened to them.",
      },
      {
        text: "When you visit this site, your browser keeps where you came from: campaign parameters, the referring page, the first page, the kind of traffic and a session number. It is sent to us only with a form that you submit, and no third party gets it. If you sign in, your browser also keeps your session. Pixels of third parties run only with your consent.",
      },
      {
        text: "We use this to answer you, to run the service and to send invoices. We do not sell it, lend it, or use the leads of one client for another.",
      },
      {
        text: "For your leads you decide and we carry out: you are the controller and we are the processor. We act on your instructions, keep our staff to secrecy, protect the data with access rules for each role, and tell you within 72 hours of learning that somebody had access who should not have had it.",
      },
      {
        text: "We work with providers for hosting, card payments, email, SMS and, if you use one, the Notion page of your dashboard. Each gets only what it needs and is bound to keep it safe. You get the list when you ask for it.",
      },
      {
        text: "Applications that come to nothing are deleted after 12 months, leads and account data as the section on cancellation says, invoices when the law lets us.",
      },
      {
        text: `You can ask to see your data, to have it corrected, handed over or deleted, and you can object to a use of it. Write to ${brand.email}; it costs nothing. You can also complain to the authority that is responsible for you.`,
      },
    ],
  },
  {
    id: "sla",
    name: "SLA",
    inShort: "How fast we answer, and what you can count on in a month.",
    clauses: [
      {
        text: "We answer every application and message within 24 hours. By funnel, support and service are:",
        items: [
          "Launch: set up in 3–7 days.",
          "Base: support by email within 1 business day.",
          "Pro: a monthly strategy call, and at least one A/B test per month.",
          "Enterprise: priority support within 4 business hours, and up to three pipelines or calendars included.",
        ],
      },
      {
        text: "Business days are Monday to Friday except public holidays, business hours 09:00 to 17:00, in Portland, Oregon. A time starts when your message reaches us and ends with the first answer of a person.",
      },
      {
        text: "We watch pages, forms and messages around the clock and start to repair what fails as soon as we see it. Work that needs a pause is announced two business days ahead. Failures of ad platforms, phone networks, payment providers and Notion are outside our hands; we tell you when we see one.",
      },
    ],
  },
  {
    id: "limitation-of-liability",
    name: "Limitation of liability",
    inShort: "No result is guaranteed, and what each of us can be held to has a limit.",
    clauses: [
      {
        text: "Figures on this site, in a case story or in a call describe what was measured elsewhere. They are not a promise about your results, which depend on your offer, your price, your market and how you take the calls.",
      },
      {
        text: "We work with the care of a professional. Beyond what these terms say, the service comes without warranties of any kind, as far as the law allows that.",
      },
      {
        text: "Neither of us owes the other lost profit, lost data that could have been kept, or other indirect damage. What we owe you in total is limited to what you paid us in the 12 months before the event.",
      },
      {
        text: "These limits do not apply to intent or gross negligence, to harm to life, body or health, to what you owe us for the service, or where the law forbids them.",
      },
      {
        text: "If somebody claims something from us because of what you sell, say or list, you take over the claim and its costs; we do the same for what we have built ourselves.",
      },
      {
        text: "The law of the State of Oregon applies, and its courts in Multnomah County decide, unless the law of your home gives you another place. If a clause does not hold, the others do.",
      },
    ],
  },
  {
    id: "contact",
    name: "Contact",
    inShort: "Where a question, a cancellation or a complaint goes.",
    clauses: [
      {
        text: `Write to ${brand.email} or to ${brand.legalName}, ${brand.address.join(", ")}. A message that should count as notice names your account’s email. We answer within 24 hours.`,
      },
    ],
  },
];
