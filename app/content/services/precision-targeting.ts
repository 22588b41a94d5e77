import { brand } from "../brand.ts";
import { inTier, type ServicePage } from "./service-page.ts";

export const precisionTargeting: ServicePage = {
  path: "/services/precision-targeting",
  name: "Precision Targeting",
  title: `Precision Targeting: fewer people, the right ones | ${brand.name}`,
  description:
    "Audiences cut by distance, behavior, and what past buyers have in common, minus clients and booked leads. A cut stays only if booked calls get cheaper.",
  headline: "Fewer people. More of them book.",
  lead: "We cut your market down to the people who can come, can pay, and have shown they want it. Every cut is written down, and it stays only if booked calls get cheaper.",
  caption: "A sample audience for a skin clinic, from the metro area down to 42 forms in a week.",
  what: {
    headline: "An audience is a list of reasons.",
    paragraphs: [
      "Platforms will show your ad to anyone and call it reach. We start from the other end: the clients who paid you, what they had in common the week before, and how far they came for it.",
      "That gives us three or four audiences, each with a one-sentence reason and its own budget. Then we take people out: clients, people with a booked call, people who said no. Showing an ad to someone who already booked means paying for them twice.",
    ],
    not: "It isn’t surveillance. We use what people do on your page, your own client list if your clients agreed to it, and what a platform offers every advertiser.",
  },
  weeks: {
    headline: "From a guess to a list of four.",
    text: "We start with more audiences than we keep. The results decide which ones stay.",
    rows: [
      {
        work: "Past buyers",
        who: "You and us, one call",
        stretches: [{ from: 1, to: 2, what: "Review" }],
      },
      {
        work: "Audiences",
        who: "Us",
        stretches: [
          { from: 3, to: 5, what: "Build seven" },
          { from: 6, to: 15, what: "All seven run, each with a seventh of the budget" },
          { from: 16, to: 20, what: "Keep four", hot: true },
        ],
      },
      {
        work: "Exclusions",
        who: "Us, every night",
        stretches: [{ from: 3, to: 20, what: "Clients and booked leads removed" }],
      },
      {
        work: "Report",
        who: "Us, every Monday",
        stretches: [
          { from: 6, to: 6, what: "Mon" },
          { from: 11, to: 11, what: "Mon" },
          { from: 16, to: 16, what: "Mon" },
        ],
      },
    ],
  },
  gets: {
    headline: "What you see.",
    items: [
      { what: "Each audience with its reason, size, and budget", where: "Dashboard", when: "From week one" },
      { what: "Cost per booked call in each one", where: "Report", when: "Every Monday" },
      { what: "The people left out, and why", where: "Dashboard", when: "Updated every night" },
      { what: "What we tried and dropped", where: "End of the report", when: "When it happens" },
    ],
  },
  inTiers: {
    headline: "Which funnels include it.",
    text: "Testing audiences takes a budget. On the smaller funnels, you run your own ads and we tell you what we see.",
    rows: [
      inTier("Launch", 1, "Where your leads come from, in the pipeline"),
      inTier("Base", 2, "Which source books, in the weekly report"),
      inTier("Pro", 3, "Lead scores, fed back into your audiences"),
      inTier("Enterprise", 3, "Audiences by location, routed to the right calendar"),
      inTier("Advertisements", 4, "All of it, run by us at 15% of ad spend, from $3,000 a month"),
    ],
  },
  faqHeadline: "About audiences.",
  faq: [
    {
      question: "Do you need my client list?",
      answer:
        "It helps, but it isn’t required. We use it only if your clients agreed to be contacted. It’s matched in hashed form and used for you alone.",
    },
    {
      question: "What if my market is one town?",
      answer:
        "Then distance is the cut that matters, and two audiences are enough. We’ll say so rather than slice 4,000 people seven ways.",
    },
    {
      question: "How much budget does this take?",
      answer:
        "At least $3,000 a month. With less, an audience gets too few clicks to rule out chance, and you’re better off with a funnel and your own posts.",
    },
    {
      question: "How soon do you drop an audience?",
      answer: "After ten business days, if its booked calls cost more than twice the average. The report names it.",
    },
  ],
  closing: {
    headline: "Tell us who paid you last.",
    text: "Three clients are enough to start: what they bought, how far they came, and what they’d tried before.",
    steps: [
      { when: "24 hours", what: "A person replies to your application." },
      { when: "One call", what: "We build the first audience together." },
      { when: "One page", what: "The cuts we’d make, and the budget they need." },
    ],
  },
};

/** The steps that narrow one audience, with the people left. SAMPLE CONTENT. */
export const audience: readonly { cut: string; people: number; why: string; hot?: true }[] = [
  { cut: "Metro area", people: 412_000, why: "everyone the platform could show it to" },
  { cut: "Within 8 miles, ages 28–52", people: 61_000, why: "nine in ten buyers live closer" },
  { cut: "Looked at skin treatments", people: 8_400, why: "on your page, or like your buyers" },
  { cut: "Not booked, not a client", people: 7_135, why: "1,265 removed last night" },
  { cut: "Saw the ad, May 11–17", people: 5_210, why: "2.4 times each" },
  { cut: "Tapped", people: 388, why: "7.4% of those who saw it" },
  { cut: "Sent the form", people: 42, why: "10.8% of those who tapped", hot: true },
];

/** The audiences that we kept, with their shares of $3,200 a month. SAMPLE CONTENT. */
export const segments: readonly { name: string; share: number; perBooking: number }[] = [
  { name: "Like past buyers", share: 45, perBooking: 34 },
  { name: "Visited the page", share: 25, perBooking: 41 },
  { name: "Watched a reel to the end", share: 20, perBooking: 52 },
  { name: "Within 2 miles", share: 10, perBooking: 58 },
];
