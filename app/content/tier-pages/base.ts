import { conflictingClaims } from "../readings.ts";
import { describeTier } from "./describe-tier.ts";
import type { CardPageText } from "./tier-page.ts";

/** The text of /base. SAMPLE CONTENT, except what spec §9 names. */
export const base = {
  ...describeTier("base"),
  description: `Base: five-touch follow-up, a calendar that fills, and a report every Monday, for offers of $500–$2,000. ${conflictingClaims.pageDescription.base}.`,
  lead: "Most leads don’t say no. They say nothing. Base asks five times in six days, books whoever replies, and shows you the results on Monday.",
  features: {
    headline: "Three habits a busy week forgets.",
    text: "Base includes everything in Launch. These three make the second week look like the first.",
  },
  cards: [
    {
      title: "It asks again",
      points: [
        "Five touches over six days: SMS, email, a call",
        "Any reply ends the sequence and hands you the thread",
        "Anyone who replies STOP never hears from us again",
      ],
    },
    {
      title: "It protects the slot",
      points: ["Reminders by SMS and email", "A reschedule link in each one", "Freed slots are offered again"],
    },
    {
      title: "It reports on Monday",
      points: ["Leads, booked, showed, won", "Cost per booked call, by source", "Email support within 1 business day"],
    },
  ],
  demoHeadline: "What a Base week can look like.",
  process: {
    headline: "From forty-two strangers to six clients.",
    text: "One week at one clinic: what narrows the funnel, and who does the work at each step.",
  },
  fit: "base",
  faq: "base",
  closing: {
    headline: "Make next week look like this one.",
    text: "Tell us how many leads you got last week and how many you answered. We reply within 24 hours.",
  },
} as const satisfies CardPageText;

/** The clinic's calendar in the week after the report, with the people from the board of the home page. */
export const baseWeek = {
  title: "Week of May 18",
  client: "Kiln Aesthetics",
  hours: [9, 10, 11, 12, 13, 14, 15, 16, 17],
  days: [
    {
      name: "Mon",
      date: 18,
      calls: [
        { at: 10, name: "Joan Reed" },
        { at: 15, name: "Nia Boyd" },
      ],
    },
    {
      name: "Tue",
      date: 19,
      calls: [
        { at: 9.5, name: "Paul Ekman" },
        { at: 13, name: "Ida Frost" },
        { at: 16.5, name: "Cem Aksoy" },
      ],
    },
    {
      name: "Wed",
      date: 20,
      calls: [
        { at: 11, name: "Aisha Grant" },
        { at: 14, name: "Tess Moor" },
      ],
    },
    {
      name: "Thu",
      date: 21,
      calls: [
        { at: 10.5, name: "Ben Okoye" },
        { at: 12, name: "Ruth Adler" },
        { at: 14.5, name: "Maya Okafor", fresh: true },
      ],
    },
    {
      name: "Fri",
      date: 22,
      calls: [
        { at: 9, name: "Iris Lund" },
        { at: 13.5, name: "Sam Pike" },
        { at: 16, name: "Rob Feld" },
      ],
    },
  ],
  booked: "13 calls booked",
  note: "Thu 2:30 PM booked by text, 4 minutes ago",
} as const;

/** The week as a funnel: the totals of sample-report.ts, and the 38 who answered. */
export const baseFunnel = [
  {
    stage: "Leads",
    count: 42,
    who: "Your ads and posts",
    how: "Each one is in the pipeline with its source and a clock.",
  },
  { stage: "Answered", count: 38, who: "The follow-up", how: "31 after the first text, 7 more by the fifth touch." },
  {
    stage: "Booked",
    count: 19,
    who: "Leads, in your calendar",
    how: "Three open slots in the text, one tap to take one.",
  },
  {
    stage: "Showed up",
    count: 16,
    who: "The reminders",
    how: "The day before and an hour before. Three rescheduled or missed.",
  },
  { stage: "Won", count: 6, who: "You", how: "In the room. The report adds it up: $8,950." },
] as const;

/** Which touch that week's leads answered. The total is the 38 of the funnel. */
export const baseTouches = [
  { at: "+0:02", by: "SMS", answers: 31 },
  { at: "+0:30", by: "Email", answers: 3 },
  { at: "day 1", by: "SMS", answers: 2 },
  { at: "day 3", by: "Call", answers: 1 },
  { at: "day 6", by: "SMS", answers: 1 },
] as const;
