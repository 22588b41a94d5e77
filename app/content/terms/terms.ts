import { brand } from "../brand.ts";
import { moneyTerms } from "./money-terms.ts";
import { openingTerms } from "./opening-terms.ts";
import { protectionTerms } from "./protection-terms.ts";
import type { TermsSection } from "./terms-section.ts";

/** The text around the terms. SAMPLE CONTENT: an agency must have its own counsel review all of it before publication. */
export const terms = {
  title: `Terms of service: what we owe each other | ${brand.name}`,
  description:
    "The agreement between you and us in eight sections: the service, billing, cancellation, data and privacy, service levels, liability, and how to reach us.",
  headline: "What we owe each other.",
  lead: "The terms of service, in eight sections, in words you can read without a lawyer. They are binding all the same.",
  updated: { iso: "2026-11-02", text: "November 2, 2026" },
  /** Summaries that link to their sections. */
  short: [
    { href: "#billing-and-payment", name: "Price", text: "$50 install for every funnel, plus your monthly charge." },
    { href: "#cancellation", name: "Leaving", text: "Any time except the last 10 days of a cycle." },
    { href: "#sla", name: "Replies", text: "Within 24 hours, from a person." },
    { href: "#data-and-privacy", name: "Your data", text: "Yours. Never sold, never lent." },
  ],
} as const;

/** Spec §2: agreement, service description, billing and payment, cancellation, data and privacy, SLA, limitation of liability, contact. */
export const termsSections: readonly TermsSection[] = [...openingTerms, ...moneyTerms, ...protectionTerms];
