import { brand } from "../brand.ts";
import type { TermsSection } from "./terms-section.ts";

/** Agreement and service description. SAMPLE CONTENT. */
export const openingTerms: readonly TermsSection[] = [
  {
    id: "agreement",
    name: "Agreement",
    inShort: "Who agrees with whom, and when it starts.",
    clauses: [
      {
        text: `These terms are an agreement between you and ${brand.legalName}, ${brand.address.join(", ")} (“${brand.name}”, “we”). “You” is the person or the business that creates an account, sends an application that we accept, or pays an invoice of ours.`,
      },
      {
        text: "The agreement starts with the first of these and applies to this site, the client portal and every service that you order from us. If you agree for a business, you confirm that you may bind it. You must be at least 18 years old.",
      },
      {
        text: "An offer or order that both of us have accepted in writing comes before these terms where the two differ. Everything else that was said before, in calls or messages, is not part of the agreement.",
      },
      {
        text: "When we change these terms we say so by email at least 30 days ahead, with the change in full. If you do not agree, you can cancel before it takes effect. Using the service afterwards means that you accept.",
      },
    ],
  },
  {
    id: "service-description",
    name: "Service description",
    inShort: "What we install and run, and what we need from you for it.",
    clauses: [
      {
        text: "We install and run booking and lead-capture systems. Depending on the funnel that you order, Legacy, Launch, Base, Pro or Enterprise, they consist of:",
        items: [
          "a landing page with a form, and a pipeline in which each lead is kept;",
          "follow-up by SMS and email, and calendar reminders;",
          "reporting, and access to your dashboard in the client portal.",
        ],
      },
      {
        text: "Advertisements (the management of your ad accounts) and Consulting are services of their own. What is in a funnel is written on its page and in your order. Launch is set up in 3–7 days and runs month to month after its first 30 days.",
      },
      {
        text: "So that we can do our part, you give us access to the accounts we work in, truthful facts about your offer, an answer to questions of wording, and a calendar in which a call can be booked. A set-up time counts from the day we have these.",
      },
      {
        text: "Messages go out in your name. You confirm that every contact you bring has agreed to be written to in the way we write, and that what you sell is lawful where you sell it. We stop a message, a page or an ad that breaks a law or the rules of a platform, and tell you why.",
      },
      {
        text: "Accounts are personal: keep your password to yourself and tell us when somebody else has used it. Accounts of sales team members wait for the approval of an administrator.",
      },
      {
        text: "Your name, texts, pictures and lists stay yours; you let us use them to run the service. Our templates, code and methods stay ours; you may use what we built for you for as long as you subscribe to it.",
      },
    ],
  },
];
