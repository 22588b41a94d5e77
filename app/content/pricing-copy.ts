import { brand } from "./brand.ts";
import type { Tier } from "./tiers.ts";

/** The text of the pricing page. Its prices are those of tiers.ts: the pricing table of spec §9. */
export const pricing = {
  title: `Pricing: funnels from $200 a month | ${brand.name}`,
  description:
    "Five funnels priced by your offer, from $50 setup and $200 a month. Custom retainers by quote, a profit share with no fees, ad management at 15% of spend.",
  headline: "Priced by what one client pays you.",
  lead: "Find your price on the scale. The line it crosses is your funnel. If it crosses two, take the lower one.",
  table: "Funnel prices",
  custom: {
    name: "Custom Retainer",
    offers: "Anything outside these five",
    price: "By quote",
    includes: "One call, one page: scope, price, and what we won’t do.",
  },
  partnership: {
    share: 20,
    headline: "Performance Partnership",
    text: "20% of additional profit. No upfront or monthly fees. We agree on your baseline first, from your books, and get paid only on what comes in above it. It requires the use of our invoicing system, so both sides count the same money.",
    note: "A month at or below the baseline costs you nothing.",
    /** SAMPLE CONTENT: an example month, in cents. */
    example: { profitCents: 1_640_000, baselineCents: 1_000_000 },
  },
  rest: {
    headline: "The rest of the bill.",
    text: "There’s nothing else on it. You pay ad budgets straight to the platform.",
    lines: [
      {
        figure: "15%",
        name: "Ad management",
        text: "Of ad spend, for budgets of at least $3,000 a month. At $3,000, the fee is $450.",
        link: { href: "/advertisements", label: "See Advertisements" },
      },
      {
        figure: "10 days",
        name: "Cancellation",
        text: "Any time, but not within 10 days before a new billing cycle. No refunds for partial months.",
        link: { href: "/terms#cancellation", label: "Read the clause" },
      },
      {
        figure: "24 h",
        name: "A reply",
        text: "To every application and message, within 24 hours, from a person.",
        link: { href: "/contact", label: "Write to us" },
      },
    ],
  },
  faqHeadline: "About the money.",
  closing: {
    headline: "Not sure which line is yours?",
    text: "Send us your offer and your price. You get the funnel, the cost, and the go-live day on one page.",
    steps: [
      { when: "24 hours", what: "You hear from a person, through the channel you pick." },
      { when: "One call", what: "We look at your offer and what one client pays you." },
      { when: "One page", what: "The funnel, its setup and monthly fees, and its go-live day." },
    ],
  },
} as const;

/** What a month includes, in the table's own words. SAMPLE CONTENT where spec §9 does not name it. */
export const monthBuys: Record<Tier["id"], string> = {
  legacy: "Landing page, form, and an instant SMS reply.",
  launch: "Pipeline, calendar, and reminders, installed in 3–7 days. Month-to-month after the first 30 days.",
  base: "Five-touch follow-up and a weekly report. Email support within 1 business day.",
  pro: "At least one A/B test a month, lead scoring, and a monthly strategy call.",
  enterprise: "Up to three pipelines and calendars. Priority support within 4 business hours.",
};
