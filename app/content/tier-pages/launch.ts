import { conflictingClaims } from "../readings.ts";
import { describeTier } from "./describe-tier.ts";
import type { TierPageText } from "./tier-page.ts";

const { setup, install, goLive } = conflictingClaims.launchDays;

/** The text of /launch. SAMPLE CONTENT, except what spec §9 names. */
export const launch = {
  ...describeTier("launch"),
  description: `Launch: page, pipeline, calendar, and reminders, set up in ${setup}, for offers of $200–$750. $250 setup + $350/month, month-to-month after the first 30 days.`,
  lead: `Landing page, pipeline, calendar, and SMS and email reminders, set up in ${setup}, month-to-month after the first 30 days.`,
  features: {
    headline: "The same Tuesday, twice.",
    text: "Five people want the same thing from you at the same five times. The only difference is what answers them.",
  },
  demoHeadline: "What a Launch week can look like.",
  process: {
    headline: `${goLive}, settled in by day 7.`,
    text: `A ${install}. How many days it takes depends on your calendar, your number, and your domain, and on how soon we get access.`,
  },
  fit: "launch",
  faq: "launch",
  closing: {
    headline: "Live by the end of the week.",
    text: "Tell us what you sell and which calendar you use. Within 24 hours, we’ll reply with a day you can go live.",
  },
} as const satisfies TierPageText;

/** The install of one client, day by day. */
export const launchInstall = {
  client: "Casa Verbena",
  days: [
    { day: 1, what: "Answers and access", detail: "Calendar, number, domain", state: "done" },
    { day: 2, what: "Page and pipeline", detail: "Wording approved at 4:20 PM", state: "done" },
    { day: 3, what: "Calendar and reminders", detail: "Three test leads, all received", state: "done" },
    { day: 4, what: "Go-Live", detail: "First lead 9:41, booked 9:44", state: "live" },
    { day: 5, what: "First calls", detail: "Reminders read for both", state: "open" },
    { day: 6, what: "Handoff", detail: "Where everything is, in 30 minutes", state: "open" },
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
  idleText: "You reply between clients. Two people wrote at night and had booked elsewhere by morning.",
  idleResult: "1 booked",
  inboundName: "Inbound",
  inboundText: "A text with open times goes back right away. Four pick one; the fifth gets a reminder tomorrow.",
  inboundResult: "4 booked",
} as const;

/** What is live on day 4. */
export const launchParts = [
  { title: "Landing page", text: "One offer, one form, and your open times." },
  { title: "Pipeline", text: "Every lead from new to won, with a clock that runs until you reply." },
  { title: "Calendar", text: "Your own. The moment a slot is booked, it’s gone for everyone else." },
  { title: "SMS and email reminders", text: "The day before and an hour before, with a link to reschedule." },
] as const;

/** The milestones of the first month, on its axis of 30 days. */
export const launchMonth = [
  { day: 1, label: "Day 1", title: "You give us access", text: "Nine questions, three logins. An hour of your time." },
  {
    day: 2,
    label: "Days 2–3",
    title: "We install",
    text: "Page, pipeline, calendar, and texts. You approve the wording.",
  },
  { day: 4, label: "Day 4", title: goLive, text: "Real leads, real bookings. We watch the first ones come in." },
  { day: 7, label: "By day 7", title: "Settled in", text: `Set up in ${setup}, and none of it waits on you.` },
  { day: 30, label: "Day 30", title: "Month-to-month", text: "After the first 30 days, you stay because it works." },
] as const;
