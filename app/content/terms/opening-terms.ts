import { brand } from "../brand.ts";
import type { TermsSection } from "./terms-section.ts";

/** Agreement and service description. SAMPLE CONTENT. */
export const openingTerms: readonly TermsSection[] = [
  {
    id: "agreement",
    name: "Agreement",
    inShort: "The parties, and when the agreement starts.",
    clauses: [
      {
        text: `These terms are an agreement between you and ${brand.legalName}, ${brand.address.join(", ")} (“${brand.name}” or “we”). “You” means the person or business that creates an account, sends an application that we accept, or pays one of our invoices.`,
      },
      {
        text: "The agreement starts with whichever of these comes first and applies to this site, the client portal, and every service you order from us. If you agree on behalf of a business, you confirm that you have the authority to bind it. You must be at least 18 years old.",
      },
      {
        text: "If an offer or order that both of us have accepted in writing differs from these terms, the offer or order applies. Anything else said earlier, in calls or messages, is not part of the agreement.",
      },
      {
        text: "When we change these terms, we tell you by email at least 30 days in advance, with the change in full. If you do not agree, you can cancel before it takes effect. If you use the service after that, you accept the change.",
      },
    ],
  },
  {
    id: "service-description",
    name: "Service description",
    inShort: "What we install and run, and what we need from you.",
    clauses: [
      {
        text: "We install and run booking and lead-capture systems. Depending on the funnel you order (Legacy, Launch, Base, Pro, or Enterprise), a system includes:",
        items: [
          "a landing page with a form, and a pipeline that holds every lead;",
          "follow-up by SMS and email, and calendar reminders;",
          "reporting, and access to your dashboard in the client portal.",
        ],
      },
      {
        text: "Advertisements (managing your ad accounts) and Consulting are separate services. Each funnel’s page and your order state what it includes. Launch is set up in 3–7 days and runs month to month after its first 30 days.",
      },
      {
        text: "So that we can do our part, you give us access to the accounts we work in, accurate facts about your offer, answers to questions about wording, and a calendar where calls can be booked. Setup times count from the day we have all of these.",
      },
      {
        text: "Messages go out in your name. You confirm that every contact you bring has agreed to be contacted in the way we contact them, and that what you sell is legal where you sell it. If a message, page, or ad breaks a law or a platform’s rules, we stop it and tell you why.",
      },
      {
        text: "Accounts are personal: keep your password to yourself and tell us if someone else has used it. Sales team accounts require an administrator’s approval.",
      },
      {
        text: "Your name, texts, images, and lists stay yours; you let us use them to run the service. Our templates, code, and methods stay ours; you may use what we built for you for as long as you subscribe to it.",
      },
    ],
  },
];
