import type { FaqItem } from "./faq-item.ts";
import { conflictingClaims } from "./readings.ts";

const { cancellation, generalFaq: price } = conflictingClaims;

/** Spec §9: the general FAQ has its own wording for Legacy's price and for cancellation. */
export const generalFaq: readonly FaqItem[] = [
  {
    question: "What does the smallest way in cost?",
    answer: `Legacy: ${price.legacy}. Every other funnel stands on the pricing page with its setup and its month, and what one client pays you decides which one suits you.`,
  },
  {
    question: "What does ad management cost?",
    answer:
      "15% of ad spend. The budget itself goes from your card to the platform, and it should be at least $3,000/month: under that, there is too little to learn from.",
  },
  {
    question: "Who owns the ad account, the page and the leads?",
    answer:
      "You do. We work in your ad account as partners, and every lead is in your pipeline from the second it arrives. When you leave, we take our access away and nothing else.",
  },
  {
    question: "How soon do I hear from you?",
    answer:
      "Within 24 hours, from a person, by the channel you pick on the form. Also when the answer is that you do not need us.",
  },
  {
    question: "Do you work without a monthly fee?",
    answer:
      "In the Performance Partnership: 20% of additional profit, no upfront or monthly fees. It requires the use of our invoicing system, because that is where additional profit is counted.",
  },
  {
    question: "Do you guarantee results?",
    answer:
      "No. What we show are the figures of clients who let us print them, and what we promise is work: that the ads, the page and the follow-up are read every week, and that what loses is switched off.",
  },
  {
    question: "How do I cancel?",
    answer: `Write to us at any time, but ${cancellation.general}. ${cancellation.refunds} Your contacts and your data stay yours.`,
  },
];

/** SAMPLE CONTENT, except the wording of spec §9. */
export const consultingFaq: readonly FaqItem[] = [
  {
    question: "What happens on the first call?",
    answer:
      "We look at your offer, your ads and your calendar together, and say where leads are lost. You hear a yes, a no or a not yet before the call ends.",
  },
  {
    question: "How is the price made?",
    answer:
      "By quote, after that call. It depends on how many offers, channels and people the plan covers, and how closely you want us beside you. You get one figure on one page, and nothing starts before you agree to it.",
  },
  {
    question: "Do you also build what you advise?",
    answer:
      "If you want us to. Implementation support means that we sit beside your team while it builds. If you would rather have it built for you, a funnel from Legacy to Enterprise is the shorter way.",
  },
  {
    question: "How much of my time does it take?",
    answer:
      "Plan for a weekly half hour with us, and for the decisions that come out of it. If nobody has that half hour, it is too early for consulting.",
  },
  {
    question: "Do I need to run ads?",
    answer:
      "No. You need a way in which strangers hear of you. If ads are the missing part, the plan says so, with a budget and a date to stop.",
  },
  {
    question: "How do I end it?",
    answer: `With a ${cancellation.tier}. ${cancellation.refunds} The plan, the frameworks and every note stay with you.`,
  },
];
