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
    "A strategic assessment, a growth plan and a direct line while your own team puts it to work. By quote, after one call. We answer within 24 hours.",
  headline: "One operating plan. Tested every week.",
  lead: "You have the people and the pieces. We look at what leaks, write the plan on one page, and stay beside your team until it runs without us.",
  fit: {
    headline: "You will know after one list.",
    text: "Eight reasons for, eight against. If you count more on the right, wait.",
  },
  quote: {
    headline: "A price after one call, not before.",
    text: "Five things move it. We go through them with you, and you get one figure on one page. Nothing starts before you agree to it.",
  },
} as const;

/** The plan in the hero: one invented client, one quarter. */
export const samplePlan = {
  client: "Petra & Sons",
  period: "April to June",
  aim: "40 site visits a month, from 22",
  number: "Speed-to-lead",
  trail: [31, 24, 19, 12, 9, 6, 4],
  tests: [
    { week: "Wk 5", what: "Price range on the page", result: "kept" },
    { week: "Wk 6", what: "Text before the call", result: "kept" },
    { week: "Wk 7", what: "Visit on Saturdays", result: "running", hot: true },
    { week: "Wk 8", what: "Shorter form", result: "next" },
  ],
  not: "Not this quarter: new website, podcast, second brand",
} as const;

/** SAMPLE CONTENT: person, company and figures are invented. */
export const testimonial = {
  words:
    "We had an agency, a freelancer and three spreadsheets, and everybody was busy. Now there is one page on the wall. When somebody has an idea, we ask which week it gets.",
  name: "Petra Halloran",
  client: "Petra & Sons, garden rooms",
  change: { what: "Speed-to-lead", before: "31 min", after: "4 min" },
} as const;

/** Six cards with the specification's exact titles. */
export const whatYouGet = [
  {
    title: "Strategic Assessment",
    text: "Where leads come from, where they stop, and what each step costs you. From your own figures.",
    keep: "A list of leaks, by what they cost",
  },
  {
    title: "Custom Growth Plan",
    text: "One page: the aim, the one number, the next twelve weeks, and what you will not do.",
    keep: "The plan, on one page",
  },
  {
    title: "Implementation Support",
    text: "We sit beside your people while they build it, and check what goes live before your leads do.",
    keep: "A pipeline your team can run",
  },
  {
    title: "Proven Frameworks",
    text: "The pages, sequences and reports that our own funnels run on, adapted to your offer.",
    keep: "Templates, with their reasons",
  },
  {
    title: "Direct Strategic Line",
    text: "One person who knows your numbers, and whom you can write to between the calls.",
    keep: "A name, not a ticket",
  },
  {
    title: "Outcomes Focus",
    text: "Every week ends with one figure that moved or did not, and with what follows from it.",
    keep: "A test log you can read back",
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
  { what: "People to bring along", from: "You", to: "A team", share: 40 },
  { what: "State of the data", from: "Clean", to: "Scattered", share: 80 },
  { what: "How closely we work", from: "Weekly", to: "Daily", share: 30 },
] as const;

/** Perfect For You and Not Right Now: eight items each (spec §2). */
export const consultingFit: Fit = {
  yes: [
    "You sell already, and want to sell more of the same",
    "You have people who can build what is decided",
    "You spend on ads, or have an audience that knows you",
    "You cannot say today what a booked call costs you",
    "Leads wait, and everybody knows it",
    "You can give us half an hour a week, every week",
    "You want to own the system when we leave",
    "You can hear that a favorite idea has to wait",
  ],
  notNow: [
    "You have not sold it to anybody yet",
    "You want it built for you. See Base, Pro or Enterprise",
    "You need leads by Friday",
    "Nobody on your side has time to do what is decided",
    "You are looking for a second opinion to win an argument",
    "Your offer changes every month",
    "You want a guarantee on revenue. Nobody honest has one",
    "You want a strategy deck, and no weekly figures",
  ],
};
