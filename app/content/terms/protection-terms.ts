import { brand } from "../brand.ts";
import type { TermsSection } from "./terms-section.ts";

/** Data, service levels, liability and contact. SAMPLE CONTENT, except the response times of spec §9. */
export const protectionTerms: readonly TermsSection[] = [
  {
    id: "data-and-privacy",
    name: "Data and privacy",
    inShort: "What we keep, why, for how long, and what you can ask us to do.",
    clauses: [
      {
        text: "We keep what you give us: your name, email, company, and the answers in your application or message; your account, invoices, and requests; and the leads in your funnel, with the time of everything that happens to them.",
      },
      {
        text: "When you visit this site, your browser stores where you came from: campaign parameters, the referring page, the first page, the type of traffic, and a session number. It is sent to us only with a form that you submit, and no third party gets it. If you sign in, your browser also stores your session. Third-party pixels run only with your consent.",
      },
      {
        text: "We use this to answer you, to run the service, and to send invoices. We do not sell it, lend it, or use one client’s leads for another.",
      },
      {
        text: "For your leads, you decide and we carry out your decisions: you are the controller and we are the processor. We act on your instructions, bind our staff to confidentiality, protect the data with access rules for each role, and notify you within 72 hours of learning about unauthorized access.",
      },
      {
        text: "We work with providers for hosting, card payments, email, SMS, and, if you use one, your dashboard’s Notion page. Each gets only what it needs and must keep it safe. We send you the list if you ask for it.",
      },
      {
        text: "We delete unsuccessful applications after 12 months, leads and account data as described under Cancellation, and invoices when the law allows it.",
      },
      {
        text: `You can ask to see your data, to have it corrected, transferred, or deleted, and you can object to how it is used. Write to ${brand.email}; it costs nothing. You can also complain to your data protection authority.`,
      },
    ],
  },
  {
    id: "sla",
    name: "SLA",
    inShort: "How fast we answer, and what you can count on each month.",
    clauses: [
      {
        text: "We answer every application and message within 24 hours. Support and service by funnel:",
        items: [
          "Launch: set up in 3–7 days.",
          "Base: support by email within 1 business day.",
          "Pro: a monthly strategy call, and at least one A/B test per month.",
          "Enterprise: priority support within 4 business hours, and up to three pipelines or calendars included.",
        ],
      },
      {
        text: "Business days are Monday to Friday, except public holidays. Business hours are 9:00 AM to 5:00 PM in Portland, Oregon. A response time starts when your message reaches us and ends with a person’s first reply.",
      },
      {
        text: "We monitor pages, forms, and messages around the clock and start to fix failures as soon as we see them. We announce maintenance that needs downtime two business days ahead. Failures of ad platforms, phone networks, payment providers, and Notion are outside our control; we tell you when we see one.",
      },
    ],
  },
  {
    id: "limitation-of-liability",
    name: "Limitation of liability",
    inShort: "No result is guaranteed, and there is a limit to what each of us can be held liable for.",
    clauses: [
      {
        text: "Numbers on this site, in a success story, or on a call describe what was measured elsewhere. They are not a promise about your results, which depend on your offer, your price, your market, and how you handle the calls.",
      },
      {
        text: "We work with professional care. Beyond what these terms say, the service comes without warranties of any kind, to the extent the law allows.",
      },
      {
        text: "Neither of us is liable to the other for lost profit, lost data that could have been backed up, or other indirect damages. Our total liability to you is limited to what you paid us in the 12 months before the event.",
      },
      {
        text: "These limits do not apply to intentional misconduct or gross negligence, to harm to life, body, or health, to what you owe us for the service, or where the law forbids them.",
      },
      {
        text: "If someone makes a claim against us because of what you sell, say, or list, you take over the claim and its costs; we do the same for what we have built ourselves.",
      },
      {
        text: "The law of the State of Oregon applies, and its courts in Multnomah County have jurisdiction, unless the law where you live gives you another venue. If one clause is not enforceable, the others still apply.",
      },
    ],
  },
  {
    id: "contact",
    name: "Contact",
    inShort: "Where to send a question, a cancellation, or a complaint.",
    clauses: [
      {
        text: `Write to ${brand.email} or to ${brand.legalName}, ${brand.address.join(", ")}. A message meant as formal notice must name your account’s email. We answer within 24 hours.`,
      },
    ],
  },
];
