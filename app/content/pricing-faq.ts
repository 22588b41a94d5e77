import type { FaqItem } from "./faq.ts";

/**
 * Questions about money, on the pricing page. Cancellation has the wording of the general FAQ and the terms (10 days before a new
 * billing cycle); a tier's FAQ names 14 days' notice. Spec §9 keeps both, each in its own place.
 */
export const pricingFaq: readonly FaqItem[] = [
  {
    question: "Why does the price depend on my offer?",
    answer:
      "The more one client pays you, the more a booked call is worth, and a bigger ticket takes more follow-up, more testing, and more reporting. You buy as much work as your price can support.",
  },
  {
    question: "What’s in the setup fee?",
    answer:
      "The build: page, form, pipeline, calendar, messages, and a test lead sent through all of it while you watch. It’s charged once, before work starts.",
  },
  {
    question: "Are ads included?",
    answer:
      "No. Ad management is a separate service at 15% of ad spend, and you pay the budget itself straight to the platform. You need a budget of at least $3,000 a month; below that, the fee and the learning phase would eat it.",
  },
  {
    question: "Can I change funnels later?",
    answer:
      "Yes, up or down, from the next billing cycle. Your pipeline and your contacts move with you. When you move up, you pay only the difference in setup.",
  },
  {
    question: "How do I pay, and how do I cancel?",
    answer:
      "By card, from the invoice in your portal, which lists every invoice and retainer.\n\nYou can cancel at any time, but not within 10 days before a new billing cycle. Partial months aren’t refunded. Launch runs month to month after its first 30 days.",
  },
];
