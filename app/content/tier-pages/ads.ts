import { brand } from "../brand.ts";
import { services } from "../tiers.ts";
import type { CardPageText } from "./tier-page.ts";

const ADS_FEE = services[0]?.figure ?? "";

/** The text of /advertisements. SAMPLE CONTENT, except what spec §9 names. */
export const ads = {
  path: "/advertisements",
  name: "Advertisements",
  title: `Advertisements: Drive urgency. Generate traffic. And convert. | ${brand.name}`,
  description:
    "Ads on Instagram, Facebook, and Google: written, run, and reviewed every week for 15% of ad spend. For budgets of at least $3,000/month.",
  headline: "Drive urgency. Generate traffic. And convert.",
  lead: "We write the ads, run them in your account, and judge them every week by the calls they booked, not by likes.",
  terms: [
    { label: "Fee", figure: `${ADS_FEE} of ad spend` },
    { label: "Minimum budget", figure: "$3,000/month" },
  ],
  features: {
    headline: "Every ad has three jobs.",
    text: "An ad that gets seen but not clicked is a poster. One that gets clicked but doesn’t book is a bill.",
  },
  cards: [
    {
      title: "Drive urgency",
      points: [
        "A real limit, stated plainly: spots, dates, hours",
        "Counted from your calendar, so it’s true",
        "The ad stops when the spots are gone",
      ],
    },
    {
      title: "Generate traffic",
      points: ["Instagram, Facebook, Google", "Several ads a month, not one", "Spend follows booked calls"],
    },
    {
      title: "And convert",
      points: ["One page for each ad", "The form records the ad", "Every booking has a cost"],
    },
  ],
  demoHeadline: "What a week of ads can look like.",
  process: {
    headline: "Where $3,000 goes, week by week.",
    text: "Five ads start with the same budget. Every Monday the week’s worst ad ends, and its money moves to what books.",
  },
  fit: "ads",
  faq: "general",
  closing: {
    headline: "Show us last month’s ads.",
    text: "And what they cost. Within 24 hours, we’ll tell you which one we’d have turned off first.",
  },
} as const satisfies CardPageText;

/** Three running ads of one client. The budget is our minimum, and the fee is 15% of it: 3,000 and 450. */
export const adAccount = {
  client: "Vale Pilates",
  period: "This week",
  ads: [
    {
      words: "Six mats. Mondays at seven. Two left.",
      format: "Story",
      perLead: "$9.40",
      booked: 14,
      state: "Running",
      best: true,
    },
    { words: "Sitting since nine? Your back knows.", format: "Reel", perLead: "$13.10", booked: 8, state: "Running" },
    { words: "Free trial class, all June.", format: "Feed", perLead: "$21.80", booked: 2, state: "Ends Monday" },
  ],
  budget: {
    spend: "$3,000",
    fee: "$450",
    note: "monthly ad spend, in your own account",
    feeNote: "our fee, 15% of that",
  },
} as const;

/** The seats of a course, and which are taken. */
export const places = { total: 24, taken: 22, label: "June course, 24 spots" } as const;

/** A week's clicks by source, and their results. */
export const traffic = [
  { from: "Instagram stories", clicks: 412 },
  { from: "Instagram reels", clicks: 286 },
  { from: "Google search", clicks: 131 },
  { from: "Facebook feed", clicks: 94 },
] as const;

export const conversion = [
  { step: "Clicks", count: 923 },
  { step: "Forms", count: 118 },
  { step: "Calls", count: 41 },
] as const;

/** Four weeks of $750 each, in five ads. A missing figure means that the ad has ended. */
export const budgetWeeks = [
  { week: "Week 1", shares: [150, 150, 150, 150, 150], decision: "Ad E costs the most per call. It ends." },
  { week: "Week 2", shares: [230, 190, 180, 150, 0], decision: "Ad D gets clicks but no bookings. It ends." },
  { week: "Week 3", shares: [330, 230, 190, 0, 0], decision: "Ad C wears out. We write a new version." },
  { week: "Week 4", shares: [450, 300, 0, 0, 0], decision: "A and B keep running. Three new ads join them." },
] as const;
