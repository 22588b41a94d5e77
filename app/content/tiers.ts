/** Prices are in cents, as in the whole product (spec §9, General). */
type TierPrice = { setupCents: number; monthlyCents: number };

/** A funnel with its own price. */
export type Tier = {
  id: "legacy" | "launch" | "base" | "pro" | "enterprise";
  name: string;
  href: string;
  /** Spec §2, Headlines. It has none for Legacy, so that one is ours. */
  headline: string;
  /** The price that one client pays the customer, for offers that suit the tier (spec §9, Pricing table). */
  offers: string;
  price: TierPrice;
  popular?: true;
  /** SAMPLE CONTENT where spec §9 does not name it; the owner must confirm it. */
  includes: readonly string[];
};

/** Advertisements and Consulting have no fixed price. The figure is a percentage or a quote. */
export type Service = {
  id: "ads" | "consulting";
  name: string;
  href: string;
  line: string;
  figure: string;
  unit: string;
};

/** The pricing table of spec §9. Other texts differ on purpose; price comparisons use this table. */
export const tiers: readonly Tier[] = [
  {
    id: "legacy",
    name: "Legacy",
    href: "/legacy",
    headline: "One Page. One Form. One Fast Reply.",
    offers: "$100–$500",
    price: { setupCents: 5_000, monthlyCents: 20_000 },
    includes: ["Landing page", "Instant SMS reply"],
  },
  {
    id: "launch",
    name: "Launch",
    href: "/launch",
    headline: "From Idle to Inbound—Instantly.",
    offers: "$200–$750",
    price: { setupCents: 25_000, monthlyCents: 35_000 },
    includes: ["Set up in 3–7 days", "Pipeline and calendar", "SMS and email reminders"],
  },
  {
    id: "base",
    name: "Base",
    href: "/base",
    headline: "Solid Foundation For Predictable Bookings.",
    offers: "$500–$2,000",
    price: { setupCents: 50_000, monthlyCents: 55_000 },
    popular: true,
    includes: ["Everything in Launch", "Five-touch follow-up", "Weekly report", "Email support in 1 business day"],
  },
  {
    id: "pro",
    name: "Pro",
    href: "/pro",
    headline: "Precision Tuning For Serious Growth.",
    offers: "$2,000–$5,000",
    price: { setupCents: 100_000, monthlyCents: 80_000 },
    includes: [
      "Everything in Base",
      "An A/B test every month",
      "Monthly strategy call",
      "Answer-based lead scoring",
      "No-show recovery",
    ],
  },
  {
    id: "enterprise",
    name: "Enterprise",
    href: "/enterprise",
    headline: "Multi-Location Power With Elite Reporting.",
    offers: "$5,000+",
    price: { setupCents: 200_000, monthlyCents: 150_000 },
    includes: [
      "Everything in Pro",
      "Up to three pipelines",
      "Up to three calendars",
      "Routing by location",
      "Reporting by location",
      "Priority support in 4 business hours",
    ],
  },
];

/** Spec §9: 15% of ad spend, from $3,000 a month; consulting by quote. */
export const services: readonly Service[] = [
  {
    id: "ads",
    name: "Advertisements",
    href: "/advertisements",
    line: "Drive urgency. Generate traffic. And convert. For budgets of at least $3,000 a month.",
    figure: "15%",
    unit: "of ad spend",
  },
  {
    id: "consulting",
    name: "Consulting",
    href: "/consulting",
    line: "From scattered efforts to one operating plan, built with you and tested every week.",
    figure: "By quote",
    unit: "after one call",
  },
];
