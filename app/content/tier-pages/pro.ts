import { conflictingClaims } from "../readings.ts";
import { describeTier } from "./describe-tier.ts";
import type { CardPageText } from "./tier-page.ts";

/** The text of /pro. SAMPLE CONTENT, except what spec §9 names. */
export const pro = {
  ...describeTier("pro"),
  description: `Pro: at least one A/B test and a strategy call every month, lead scoring, and no-show recovery, for offers of $2,000–$5,000. ${conflictingClaims.pageDescription.pro}.`,
  lead: "Your funnel already books. Pro finds out why it doesn’t book more: one tested change at a time, decided by the numbers, every month.",
  features: {
    headline: "Three things Base doesn’t do.",
    text: "Pro includes everything in Base. These three are what the extra money buys.",
  },
  cards: [
    {
      title: "It changes one thing and measures it",
      points: [
        "At least one A/B test a month, on a page, question, or message",
        "A result with a sample size, not a hunch",
        "The loser goes; the winner becomes the new version A",
      ],
    },
    {
      title: "It knows who to call first",
      points: ["Leads scored by their answers", "High scores ring your phone", "The rest get texts or nurturing"],
    },
    {
      title: "It ends in a decision",
      points: ["A report every Monday", "A strategy call every month", "One page on what changes next"],
    },
  ],
  demoHeadline: "What a Pro week can look like.",
  process: {
    headline: "A month on Pro.",
    text: "The same four weeks, every month. You spend about two hours on it; we do the rest.",
  },
  fit: "pro",
  faq: "pro",
  closing: {
    headline: "Bring the page that almost works.",
    text: "Within 24 hours, we’ll tell you what we’d test first, or that you have too few leads to test anything yet.",
  },
} as const satisfies CardPageText;

/** The test in the hero. Rates are bookings per visitor, in percent. The two lines end at the rates of the two versions. */
export const proTest = {
  name: "Test 07, headline",
  day: "Day 10 of 14",
  client: "Fieldhouse",
  versions: [
    {
      letter: "A",
      from: "Running since March",
      headline: "Get back to sports without pain",
      text: "Book a free assessment with our PT team.",
      button: "Book a free call",
      sample: "49 of 1,204 booked",
      rate: "4.1%",
    },
    {
      letter: "B",
      from: "In your clients’ words",
      headline: "Back on the field in twelve weeks, or we say so on day one",
      text: "Forty minutes, one honest plan.",
      button: "Pick a time",
      sample: "67 of 1,198 booked",
      rate: "5.6%",
    },
  ],
  rates: {
    a: [2.9, 3.3, 3.6, 3.9, 3.7, 4, 4.2, 4, 4.1, 4.1],
    b: [2.4, 3.8, 4.3, 4.7, 5, 4.9, 5.3, 5.4, 5.5, 5.6],
  },
  verdict: "B is ahead, 96% sure",
  decision: "Decision on Mon, May 18",
} as const;

/** Four finished tests: bookings per hundred visitors, before and with the change. */
export const proTests = [
  { what: "Headline", before: 3.4, after: 4.1, kept: true },
  { what: "First question", before: 4.1, after: 4.6, kept: true },
  { what: "Price shown", before: 4.6, after: 4.3, kept: false },
  { what: "Evening SMS", before: 4.6, after: 5.1, kept: true },
] as const;

/** The month as lanes of twenty working days; `from` is the first day of a block, `days` its length. */
export const proMonth = [
  {
    what: "A/B test",
    who: "Us; you approve the wording",
    blocks: [
      { from: 1, days: 3, text: "Write" },
      { from: 4, days: 9, text: "Runs 50/50", tone: "hot" },
      { from: 13, days: 3, text: "Read" },
      { from: 16, days: 5, text: "Winner live", tone: "ink" },
    ],
  },
  {
    what: "Follow-up",
    who: "Us",
    blocks: [{ from: 1, days: 20, text: "Five touches, no-show recovery, stops on reply" }],
  },
  {
    what: "Report",
    who: "Us, every Monday",
    blocks: [
      { from: 1, days: 2, text: "Mon" },
      { from: 6, days: 2, text: "Mon" },
      { from: 11, days: 2, text: "Mon" },
      { from: 16, days: 2, text: "Mon" },
    ],
  },
  {
    what: "Sales calls",
    who: "You",
    blocks: [{ from: 1, days: 20, text: "Booked into your calendar, scored, with the form answers" }],
  },
  { what: "Strategy call", who: "Both", blocks: [{ from: 18, days: 3, text: "Call", tone: "ink" }] },
] as const;
