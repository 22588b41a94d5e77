import { brand } from "../brand.ts";
import type { Fit } from "../fit.ts";

/**
 * The text of /consulting (spec §2, Consulting page). The card names and the four lines are the specification's; the rest is
 * SAMPLE CONTENT.
 */
export const consulting = {
  path: "/consulting",
  name: "Consulting",
  title: `Consulting: one operating plan, tested every week | ${brand.name}`,
  description:
    "A strategic assessment, a growth plan, and a direct line while your own team puts it to work. By quote, after one call. We reply within 24 hours.",
  headline: "One operating plan. Tested every week.",
  lead: "You have the people and the pieces. We find what’s leaking, write the plan on one page, and work alongside your team until it runs without us.",
  fit: {
    headline: "You’ll know after one list.",
    text: "Eight reasons for, eight against. If more of the second list sounds like you, wait.",
  },
  quote: {
    headline: "A price after one call, not before.",
    text: "Five things move it. We go through them with you, and you get one number on one page. Nothing starts until you approve it.",
  },
} as const;

/** The plan in the hero: one invented client, one quarter. */
export const samplePlan = {
  client: "Petra & Sons",
  period: "April to June",
  aim: "40 home visits a month, up from 22",
  number: "Speed-to-lead",
  trail: [31, 24, 19, 12, 9, 6, 4],
  tests: [
    { week: "Wk 5", what: "Price range on the page", result: "kept" },
    { week: "Wk 6", what: "Text before the call", result: "kept" },
    { week: "Wk 7", what: "Saturday visits", result: "running", hot: true },
    { week: "Wk 8", what: "Shorter form", result: "next" },
  ],
  not: "Not this quarter: new website, podcast, second brand",
} as const;

/** SAMPLE CONTENT: person, company and figures are invented. */
export const testimonial = {
  words:
    "We had an agency, a freelancer, and three spreadsheets, and everyone was busy. Now there’s one page on the wall. When someone has an idea, we ask which week it gets.",
  name: "Petra Halloran",
  client: "Petra & Sons, backyard studios",
  change: { what: "Speed-to-lead", before: "31 min", after: "4 min" },
} as const;

/** Six cards with the specification's exact titles. */
export const whatYouGet = [
  {
    title: "Strategic Assessment",
    text: "Where leads come from, where they stall, and what each step costs you, all from your own numbers.",
    keep: "A list of leaks, ranked by cost",
  },
  {
    title: "Custom Growth Plan",
    text: "One page: the goal, the one number, the next twelve weeks, and what you won’t do.",
    keep: "The plan, on one page",
  },
  {
    title: "Implementation Support",
    text: "We work alongside your people while they build it, and check everything before your leads see it.",
    keep: "A pipeline your team can run",
  },
  {
    title: "Proven Frameworks",
    text: "The pages, sequences, and reports our own funnels run on, adapted to your offer.",
    keep: "Templates, and the thinking behind them",
  },
  {
    title: "Direct Strategic Line",
    text: "One person who knows your numbers and answers your messages between calls.",
    keep: "A name, not a ticket",
  },
  {
    title: "Outcomes Focus",
    text: "Every week ends with one number that moved or didn’t, and what to do about it.",
    keep: "A test log you can look back on",
  },
] as const;

/** The four lines of spec §2, to the letter: from before to after. */
export const transformation = [
  { from: "scattered efforts", to: "one operating plan" },
  { from: "clicks", to: "booked calls" },
  { from: "guesswork", to: "weekly tests" },
  { from: "slow replies", to: "speed-to-lead under 5 minutes" },
] as const;

/** What a quote depends on; `share` is the example's position between the two ends. */
export const quoteScales = [
  { what: "Offers", from: "One", to: "Several", share: 20 },
  { what: "Channels", from: "One", to: "Many", share: 55 },
  { what: "People to get on board", from: "You", to: "A team", share: 40 },
  { what: "State of the data", from: "Clean", to: "Scattered", share: 80 },
  { what: "How closely we work", from: "Weekly", to: "Daily", share: 30 },
] as const;

/** Perfect For You and Not Right Now: eight items each (spec §2). */
export const consultingFit: Fit = {
  yes: [
    "You’re already selling and want to sell more of the same",
    "You have people who can build what gets decided",
    "You spend on ads or have an audience that knows you",
    "You can’t say today what a booked call costs you",
    "Leads wait, and everyone knows it",
    "You can give us half an hour a week, every week",
    "You want to own the system when we leave",
    "You can live with a favorite idea having to wait",
  ],
  notNow: [
    "You haven’t sold it to anyone yet",
    "You want it built for you. See Base, Pro, or Enterprise",
    "You need leads by Friday",
    "No one on your side has time to act on decisions",
    "You want a second opinion to win an argument",
    "Your offer changes every month",
    "You want guaranteed revenue. No honest agency offers that",
    "You want a strategy deck, not weekly numbers",
  ],
};
