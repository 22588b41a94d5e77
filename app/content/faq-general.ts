import type { FaqItem } from "./faq-item.ts";
import { conflictingClaims } from "./readings.ts";

const { cancellation, generalFaq: price } = conflictingClaims;

/** Spec §9: the general FAQ has its own wording for Legacy's price and for cancellation. */
export const generalFaq: readonly FaqItem[] = [
  {
    question: "What’s the cheapest way to start?",
    answer: `Legacy: ${price.legacy}. Every other funnel is on the pricing page with its setup and monthly fees. What one client pays you decides which one fits.`,
  },
  {
    question: "What does ad management cost?",
    answer:
      "15% of ad spend. The budget itself goes from your card straight to the platform, and it should be at least $3,000/month. Below that, there’s too little data to learn from.",
  },
  {
    question: "Who owns the ad account, the page, and the leads?",
    answer:
      "You do. We work in your ad account as partners, and every lead is in your pipeline the second it arrives. If you leave, all we remove is our own access.",
  },
  {
    question: "How soon will I hear from you?",
    answer:
      "Within 24 hours, from a person, through the channel you pick on the form. Even if the answer is that you don’t need us.",
  },
  {
    question: "Do you work without a monthly fee?",
    answer:
      "Yes, in the Performance Partnership: 20% of additional profit, no upfront or monthly fees. It requires the use of our invoicing system, because that’s where we count additional profit.",
  },
  {
    question: "Do you guarantee results?",
    answer:
      "No. The numbers we show come from clients who let us publish them. What we promise is the work: we review the ads, the page, and the follow-up every week and turn off whatever is losing.",
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
      "We look at your offer, your ads, and your calendar together and show you where you lose leads. You hear yes, no, or not yet before the call ends.",
  },
  {
    question: "How is it priced?",
    answer:
      "By quote, after that call. It depends on how many offers, channels, and people the plan covers, and how involved you want us to be. You get one number on one page, and nothing starts until you approve it.",
  },
  {
    question: "Do you also build what you recommend?",
    answer:
      "We help your team build it. Implementation Support means we work alongside them until it’s live. If you’d rather have it built for you, a funnel from Legacy to Enterprise gets you there faster.",
  },
  {
    question: "How much of my time does it take?",
    answer:
      "Plan on half an hour a week with us, plus the decisions that come out of it. If no one has that half hour, it’s too early for consulting.",
  },
  {
    question: "Do I need to run ads?",
    answer:
      "No, but strangers need some way to hear about you. If ads are the missing piece, the plan says so, with a budget and a stop date.",
  },
  {
    question: "How do I end it?",
    answer: `All it takes is a ${cancellation.tier}. ${cancellation.refunds} The plan, the frameworks, and every note are yours to keep.`,
  },
];
