import type { FaqItem } from "./faq.ts";

/**
 * Questions about money, on the pricing page. Cancellation has the wording of the general FAQ and the terms (10 days before a new
 * billing cycle); a tier's FAQ names 14 days' notice. Spec §9 keeps both, each in its own place.
 */
export const pricingFaq: readonly FaqItem[] = [
  {
    question: "Why does the price follow my offer?",
    answer:
      "A booked call is worth more when one client pays more, and a bigger ticket needs more follow-up, more testing and more reporting. You buy the amount of work your price can carry.",
  },
  {
    question: "What is in the setup fee?",
    answer:
      "The build: page, form, pipeline, calendar, messages, and a test lead sent through all of it while you watch. It is charged once, before the work starts.",
  },
  {
    question: "Are ads included?",
    answer:
      "No. Ad management is a service of its own at 15% of ad spend, and the budget itself goes from you to the platform. It needs a budget of at least $3,000 a month; under that, the fee and the learning would eat the budget.",
  },
  {
    question: "Can I change funnel later?",
    answer:
      "Yes, in both directions, from the next billing cycle. Your pipeline and your contacts move with you. Moving up, you pay the difference in setup and nothing twice.",
  },
  {
    question: "How do I pay, and how do I stop?",
    answer:
      "By card, from the invoice in your portal, where every invoice and retainer is listed.\n\nYou can cancel at any time, but not within 10 days before a new billing cycle. Partial months are not refunded. Launch runs month to month after its first 30 days.",
  },
];
