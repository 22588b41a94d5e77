import { brand } from "../brand.ts";
import { inTier, type ServicePage } from "./service-page.ts";

export const precisionTargeting: ServicePage = {
  path: "/services/precision-targeting",
  name: "Precision Targeting",
  title: `Precision Targeting: fewer people, the right ones | ${brand.name}`,
  description:
    "Audiences cut by distance, behaviour and what past buyers have in common; clients and booked leads left out; each cut kept only if a booked call gets cheaper.",
  headline: "Fewer people. More of them book.",
  lead: "We cut your market down to the people who can come, can pay and have shown that they want it. Every cut is written down, and stays only if a booked call gets cheaper.",
  caption: "A sample audience of a skin clinic, from the city to 42 forms in a week.",
  what: {
    headline: "An audience is a list of reasons.",
    paragraphs: [
      "Platforms will show your ad to anybody and call it reach. We start from the other end: the clients who paid you, what they had in common a week before they did, and how far they came for it.",
      "From that we draw three or four audiences, each with a reason in one sentence and a budget of its own. Then we take people out: clients, people with a booked call, those who said no. An ad that is shown to somebody who has already booked is paid for twice.",
    ],
    not: "It is not surveillance. We use what people do on your page, your own client list if they agreed to it, and what a platform offers every advertiser.",
  },
  weeks: {
    headline: "From a guess to a list of four.",
    text: "We begin with more audiences than we keep. The money decides which ones stay.",
    rows: [
      {
        work: "Past buyers",
        who: "You and us, one call",
        stretches: [{ from: 1, to: 2, what: "Read" }],
      },
      {
        work: "Audiences",
        who: "Us",
        stretches: [
          { from: 3, to: 5, what: "Seven drawn" },
          { from: 6, to: 15, what: "All seven run, a seventh of the budget each" },
          { from: 16, to: 20, what: "Four kept", hot: true },
        ],
      },
      {
        work: "Exclusions",
        who: "Us, every night",
        stretches: [{ from: 3, to: 20, what: "Clients and booked leads taken out" }],
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
    headline: "What you see of it.",
    items: [
      { what: "Each audience with its reason, size and budget", where: "Dashboard", when: "From week one" },
      { what: "What a booked call costs in each", where: "Report", when: "Every Monday" },
      { what: "Who is left out, and why", where: "Dashboard", when: "Updated every night" },
      { what: "What we tried and dropped", where: "Report, last lines", when: "When it happens" },
    ],
  },
  inTiers: {
    headline: "Which funnels it comes with.",
    text: "Audiences need a budget to choose from. On the smaller funnels you run your own ads and we tell you what we see.",
    rows: [
      inTier("Launch", 1, "Where your leads come from, in the pipeline"),
      inTier("Base", 2, "Which source books, in the weekly report"),
      inTier("Pro", 3, "Scores by answer, fed back into your audiences"),
      inTier("Enterprise", 3, "Audiences by location, routed to its calendar"),
      inTier("Advertisements", 4, "All of it, run by us at 15% of ad spend, from $3,000 a month"),
    ],
  },
  faqHeadline: "About audiences.",
  faq: [
    {
      question: "Do you need my client list?",
      answer:
        "It helps and is not required. We use it only if your clients agreed to be contacted, it is matched in hashed form, and it is used for you alone.",
    },
    {
      question: "What if my market is one town?",
      answer:
        "Then distance is the cut that matters, and two audiences are enough. We say so rather than slice 4,000 people into seven.",
    },
    {
      question: "How much budget does this need?",
      answer:
        "At least $3,000 a month. With less, an audience gets too few clicks to tell it from chance, and you are better served by a funnel and your own posts.",
    },
    {
      question: "How soon is an audience dropped?",
      answer: "After ten working days, if a booked call in it costs more than twice the average. The report names it.",
    },
  ],
  closing: {
    headline: "Tell us who paid you last.",
    text: "Three clients are enough to begin: what they bought, how far they came, what they had tried before.",
    steps: [
      { when: "24 hours", what: "A person answers your application." },
      { when: "One call", what: "We draw the first audience together." },
      { when: "One page", what: "The cuts we would make, and the budget they need." },
    ],
  },
};

/** The steps that narrow one audience, with the people left. SAMPLE CONTENT. */
export const audience: readonly { cut: string; people: number; why: string; hot?: true }[] = [
  { cut: "Metro area", people: 412_000, why: "everybody the platform could show it to" },
  { cut: "Within 12 km, 28 to 52", people: 61_000, why: "nine of ten buyers live closer" },
  { cut: "Looked at skin treatments", people: 8_400, why: "on your page, or like your buyers" },
  { cut: "Not yet booked, not a client", people: 7_135, why: "1,265 taken out last night" },
  { cut: "Saw the ad, 11–17 May", people: 5_210, why: "2.4 times each" },
  { cut: "Tapped", people: 388, why: "7.4% of those who saw it" },
  { cut: "Sent the form", people: 42, why: "10.8% of those who tapped", hot: true },
];

/** The audiences that we kept, with their shares of $3,200 a month. SAMPLE CONTENT. */
export const segments: readonly { name: string; share: number; perBooking: number }[] = [
  { name: "Like past buyers", share: 45, perBooking: 34 },
  { name: "Visited the page", share: 25, perBooking: 41 },
  { name: "Watched a reel to the end", share: 20, perBooking: 52 },
  { name: "Within 3 km", share: 10, perBooking: 58 },
];
