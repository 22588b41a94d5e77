import { conflictingClaims } from "../readings.ts";
import { describeTier } from "./describe-tier.ts";
import type { TierPageText } from "./tier-page.ts";

const { setup, install, goLive } = conflictingClaims.launchDays;

/** The text of /launch. SAMPLE CONTENT, except what spec §9 names. */
export const launch = {
  ...describeTier("launch"),
  description: `Launch: landing page, pipeline, calendar and reminders, set up in ${setup}, for offers of $200–$750. $250 setup + $350/month, month-to-month after the first 30 days.`,
  lead: `Landing page, pipeline, calendar, SMS and email reminders: set up in ${setup}, month-to-month after the first 30 days.`,
  features: {
    headline: "The same Tuesday, twice.",
    text: "Five people want the same thing from you, at the same five times. The difference is what answers them.",
  },
  demoHeadline: "What a Launch week can look like.",
  process: {
    headline: `${goLive}, settled by day 7.`,
    text: `A ${install}: how many days depends on your calendar, your number and your domain, and on how soon we may touch them.`,
  },
  fit: "launch",
  faq: "launch",
  closing: {
    headline: "Live by the end of the week.",
    text: "Tell us what you sell and which calendar you keep. We answer within 24 hours with a day on which you can go live.",
  },
} as const satisfies TierPageText;

/** The install of one client, day by day. */
export const launchInstall = {
  client: "Casa Verbena",
  days: [
    { day: 1, what: "Answers and access", detail: "Calendar, number, domain", state: "done" },
    { day: 2, what: "Page and pipeline", detail: "Wording approved at 16:20", state: "done" },
    { day: 3, what: "Calendar and reminders", detail: "Three test leads, all arrived", state: "done" },
    { day: 4, what: "Go-Live", detail: "First lead 09:41, booked 09:44", state: "live" },
    { day: 5, what: "First calls", detail: "Reminders read on both", state: "open" },
    { day: 6, what: "Handover", detail: "Where everything is, in 30 minutes", state: "open" },
  ],
} as const;

/** Five leads of one day: when they wrote, when they got an answer, whether they booked. Hours as decimals. */
export const tuesday = {
  from: 8,
  to: 22,
  idle: [
    { at: 8.6, answered: 12.2, booked: false },
    { at: 11.3, answered: 12.4, booked: true },
    { at: 13.8, answered: 18.5, booked: false },
    { at: 19.2, booked: false },
    { at: 21.4, booked: false },
  ],
  inbound: [
    { at: 8.6, answered: 8.6, booked: true },
    { at: 11.3, answered: 11.3, booked: true },
    { at: 13.8, answered: 13.8, booked: true },
    { at: 19.2, answered: 19.2, booked: false },
    { at: 21.4, answered: 21.4, booked: true },
  ],
  idleName: "Idle",
  idleText: "You answer between clients. Two wrote in the evening and had booked elsewhere by morning.",
  idleResult: "1 booked",
  inboundName: "Inbound",
  inboundText: "A text with open hours goes back at once. Four pick one, the fifth gets a reminder tomorrow.",
  inboundResult: "4 booked",
} as const;

/** What is live on day 4. */
export const launchParts = [
  { title: "Landing page", text: "One offer, one form, open hours shown on it." },
  { title: "Pipeline", text: "Every lead from new to won, with a clock until it is answered." },
  { title: "Calendar", text: "Yours. A booked hour is gone for everybody at once." },
  { title: "SMS and email reminders", text: "The day before and an hour before, with a link to move it." },
] as const;

/** The milestones of the first month, on its axis of 30 days. */
export const launchMonth = [
  { day: 1, label: "Day 1", title: "You give access", text: "Nine questions, three logins. An hour of your time." },
  { day: 2, label: "Days 2–3", title: "We install", text: "Page, pipeline, calendar, texts. You approve the wording." },
  { day: 4, label: "Day 4", title: goLive, text: "Real leads, real hours. We watch the first ones come in." },
  { day: 7, label: "By day 7", title: "Settled", text: `Set up in ${setup}, and nothing of it waits for you.` },
  { day: 30, label: "Day 30", title: "Month-to-month", text: "The first 30 days are over. You stay because it works." },
] as const;
