import { brand } from "../brand.ts";
import { inTier, type ServicePage } from "./service-page.ts";

export const multiPlatformManagement: ServicePage = {
  path: "/services/multi-platform-management",
  name: "Multi-Platform Management",
  title: `Multi-Platform Management: one board, one inbox | ${brand.name}`,
  description:
    "Instagram, Facebook, Google, TikTok, email, and SMS on one board with one budget and one inbox: what runs, what a booked call costs, and what moved.",
  headline: "Six channels, one board, one inbox.",
  lead: "What runs where, what it costs there, and which dollars moved this week. Replies reach you no matter which channel they came from.",
  caption: "A sample week at a skin clinic: height is spend, and the orange blocks are the money that moved.",
  what: {
    headline: "Channels compete. That’s the point.",
    paragraphs: [
      "Run separately, each channel defends its own budget and reports its own success. On one board they share a budget, and every day each one gets the same question: what did a booked call cost here?",
      "We build what works on each platform, because a story isn’t a search ad, and point all of them to one page and one pipeline. Someone who sees you on three of them is one lead with three touches.",
    ],
    not: "It isn’t posting for you. We run ads, email, and SMS; your own posts stay in your own voice.",
  },
  weeks: {
    headline: "Two channels first, then the rest.",
    text: "A channel joins when the one before it pays off. It leaves if it doesn’t earn its place.",
    rows: [
      {
        work: "First two channels",
        who: "Us",
        stretches: [
          { from: 1, to: 5, what: "Build" },
          { from: 6, to: 20, what: "Run" },
        ],
      },
      {
        work: "Third channel",
        who: "Us",
        stretches: [
          { from: 9, to: 11, what: "Build" },
          { from: 12, to: 20, what: "Run on a tenth of the budget" },
        ],
      },
      {
        work: "Budget moves",
        who: "Us, within limits you set",
        stretches: [
          { from: 8, to: 8, what: "Move" },
          { from: 13, to: 13, what: "Move", hot: true },
          { from: 18, to: 18, what: "Move" },
        ],
      },
      {
        work: "One inbox",
        who: "Both",
        stretches: [{ from: 6, to: 20, what: "Replies from every channel, answered in one thread" }],
      },
    ],
  },
  gets: {
    headline: "What you see.",
    items: [
      { what: "The board: channels, days, spend, cost per booked call", where: "Dashboard", when: "Live" },
      { what: "Every budget move, with its reason", where: "Board and report", when: "When it happens" },
      { what: "One inbox for all channels", where: "Phone and dashboard", when: "Live" },
      { what: "One bill: 15% of what you spent", where: "Invoices", when: "Monthly" },
    ],
  },
  inTiers: {
    headline: "What it runs on.",
    text: "Running ads on several platforms is a separate service. The funnel behind them is the one your offer needs.",
    rows: [
      inTier("Launch", 1, "SMS and email in one thread"),
      inTier("Base", 2, "All sources side by side in the weekly report"),
      inTier("Pro", 3, "Tests across channels, decided on the strategy call"),
      inTier("Enterprise", 3, "A board for each location, up to three"),
      inTier("Advertisements", 4, "The ad channels, run by us at 15% of ad spend, from $3,000 a month"),
    ],
  },
  faqHeadline: "About channels.",
  faq: [
    {
      question: "Do I need all six?",
      answer: "No. Most clients run three. We start with two and add another only when the first ones can pay for it.",
    },
    {
      question: "Whose ad accounts are they?",
      answer:
        "Yours. You invite us, you pay the platforms directly, and you keep the accounts and their history if you leave.",
    },
    {
      question: "Who decides when money moves?",
      answer:
        "We do, within a share of the budget that you set at the start. Larger moves wait for your approval. Every move is on the board with its reason.",
    },
    {
      question: "What does it cost?",
      answer:
        "15% of ad spend, for budgets of at least $3,000 a month. Email and SMS are part of your funnel and included in its monthly price.",
    },
  ],
  closing: {
    headline: "Which channel would you drop?",
    text: "Tell us what you run today. We’ll tell you which two we’d start with and which one we’d leave alone.",
    steps: [
      { when: "24 hours", what: "A person replies to your application." },
      { when: "One call", what: "We put everything you run today on one board." },
      { when: "One page", what: "The first two channels, their budget, and their page." },
    ],
  },
};

/**
 * One week's board: dollars per day for each ad channel, and the results. SAMPLE CONTENT. On Thursday, $15 a day moved from
 * search to Instagram.
 */
export const channels: readonly {
  name: string;
  kind: string;
  days: readonly number[];
  /** The part of each day's spend that moved here this week. */
  moved?: readonly number[];
  booked: number;
}[] = [
  {
    name: "Instagram",
    kind: "Stories, reels",
    days: [40, 40, 40, 55, 55, 55, 55],
    moved: [0, 0, 0, 15, 15, 15, 15],
    booked: 10,
  },
  { name: "Facebook", kind: "Retargeting", days: [22, 22, 22, 22, 22, 26, 26], booked: 3 },
  { name: "Google", kind: "Brand search", days: [30, 30, 30, 15, 15, 15, 15], booked: 2 },
  { name: "TikTok", kind: "Trial, a tenth", days: [0, 0, 14, 14, 14, 16, 16], booked: 1 },
];

/** Channels without a budget: messages per day. SAMPLE CONTENT. */
export const messages: readonly { name: string; kind: string; days: readonly number[]; booked: number }[] = [
  { name: "SMS", kind: "First reply, reminders", days: [18, 24, 16, 29, 21, 22, 17], booked: 2 },
  { name: "Email", kind: "Follow-up", days: [12, 9, 11, 14, 8, 5, 4], booked: 1 },
];
