import { conflictingClaims } from "../readings.ts";
import { describeTier } from "./describe-tier.ts";
import type { CardPageText } from "./tier-page.ts";

/** The text of /enterprise. SAMPLE CONTENT, except what spec §9 names. */
export const enterprise = {
  ...describeTier("enterprise"),
  description: `Enterprise: up to three pipelines and calendars, routing and reports by location, support within 4 business hours, for offers of $5,000+. ${conflictingClaims.pageDescription.enterprise}.`,
  lead: "Up to three pipelines and three calendars behind one form. Each lead lands where it belongs, and you see it all in one table that adds up.",
  features: {
    headline: "One front door, three back offices.",
    text: "Enterprise includes everything in Pro. These three are for when one location isn’t enough.",
  },
  cards: [
    {
      title: "It sends each lead to the right place",
      points: [
        "Routed by one answer on the form",
        "The rule is yours, and in writing",
        "No match? It goes to a person",
      ],
    },
    {
      title: "Your messages come first",
      points: ["Priority, within 4 business hours", "One person who knows your setup", "A strategy call every month"],
    },
    {
      title: "It keeps locations separate, then adds them up",
      points: [
        "Up to three pipelines and calendars included",
        "Each location sees its own leads; you see all of them",
        "One report by location, with one total",
      ],
    },
  ],
  demoHeadline: "What an Enterprise week can look like.",
  process: {
    headline: "One location first. Then the others, faster.",
    text: "You don’t pay three times for what we learn at the first one. This is a sample plan; yours is on the page you get after the call.",
  },
  fit: "enterprise",
  faq: "enterprise",
  closing: {
    headline: "Show us the map.",
    text: "Which locations, which calendars, who answers where. Within 24 hours, we’ll reply with the order we’d do them in.",
  },
} as const satisfies CardPageText;

/** One week of three locations. The rows add up to the total. Cost per call is spend divided by bookings. */
export const locations = {
  client: "Bright Harbor",
  period: "May 11–17",
  rows: [
    { name: "Harbor Street", leads: 118, booked: 64, showed: 55, perCall: 58, days: [13, 17, 15, 19, 21, 18, 15] },
    { name: "Old Town", leads: 86, booked: 41, showed: 36, perCall: 66, days: [10, 12, 13, 11, 15, 14, 11] },
    { name: "Northside", leads: 71, booked: 44, showed: 40, perCall: 47, days: [7, 9, 9, 11, 12, 13, 10], best: true },
  ],
  total: { name: "All locations", leads: 275, booked: 149, showed: 131, perCall: 57 },
  note: "Northside books 62% of its leads. On Monday, the other two switch to its first text.",
} as const;

/** The three pipelines of the first card: the current leads in each stage. */
export const pipelines = {
  stages: ["New", "Contacted", "Booked", "Showed", "Won"],
  rows: [
    { name: "Harbor Street", counts: [9, 14, 11, 8, 5] },
    { name: "Old Town", counts: [7, 10, 6, 5, 3] },
    { name: "Northside", counts: [4, 8, 9, 6, 4] },
  ],
} as const;

/** The roll-out: the work at each location by week, which forms a diagonal. */
export const rollout = {
  weeks: ["Week 1", "Week 2", "Week 3", "Week 4"],
  rows: [
    { name: "Harbor Street", cells: ["Pipeline and calendar", "Live, watched daily", "First test", "Report"] },
    { name: "Old Town", cells: ["", "Pipeline and calendar", "Live", "Report"] },
    { name: "Northside", cells: ["", "Pipeline and calendar", "Live", "Report"] },
    { name: "All locations", cells: ["Routing rule, with you", "Routing on", "One table", "Strategy call"] },
  ],
} as const;
