import { conflictingClaims } from "../readings.ts";
import { describeTier } from "./describe-tier.ts";
import type { TierPageText } from "./tier-page.ts";

/** The text of /legacy. SAMPLE CONTENT, except what spec §9 names. */
export const legacy = {
  ...describeTier("legacy"),
  description: `Legacy: one landing page, one form and an SMS that answers each lead at once, for offers of $100–$500. ${conflictingClaims.pageDescription.legacy}.`,
  lead: "For offers of $100 to $500. Your page says what you sell, the form asks three things, and whoever sends it has a text from you before they put the phone down.",
  features: {
    headline: "All of it, on one page.",
    text: "Nothing to log in to before it works, and nothing on it that a stranger does not need in order to write to you.",
  },
  demoHeadline: "What a Legacy week can look like.",
  process: {
    headline: "You send five things. We send back a link.",
    text: "Who has the work at each step: it changes sides four times, and it is never on yours for long.",
  },
  fit: "legacy",
  faq: "legacy",
  closing: {
    headline: "Start with one page.",
    text: "Tell us what you sell and what it costs. We answer within 24 hours, also when a page is not what you are missing.",
  },
} as const satisfies TierPageText;

/** The page in the drawings, and its leads of one evening: a photographer who sells one session. */
export const legacySample = {
  client: "lumen house",
  address: "lumenhouse.example",
  claim: "Twelve portraits you will still like in ten years.",
  detail: "One hour, one room, daylight. $180, pictures within five days.",
  leads: [
    { name: "Noor Halim", at: "22:47", about: "Speaker page, by June", fresh: true },
    { name: "Theo Brandt", at: "19:02", about: "New job, new photo" },
    { name: "Ada Quist", at: "12:31", about: "Book cover" },
  ],
  fields: [
    { label: "Name", value: "Noor Halim" },
    { label: "Mobile", value: "503 555 0148" },
    { label: "What is it for?", value: "Speaker page, by June" },
  ],
  send: "Ask for a date",
  reply: "Hi Noor, Ana from lumen house. A speaker page by June is easy. Weekday morning, or Saturday?",
  replyNote: "22:47, sent with the form",
  answer: "Saturday would be great",
  answerNote: "22:49, your turn",
} as const;

/** The three parts of the page, with a drawing of each. */
export const legacyParts = [
  {
    title: "The page",
    text: "What it is, what it costs, three pictures and one button. Written by us from your answers, approved by you, quick on a slow phone.",
    points: ["Your own address, or one of ours", "Notes which ad or post each visitor came from"],
  },
  {
    title: "The form",
    text: "Three questions, because the fourth costs you leads. The last one is in the visitor’s own words, and it is what you will talk about.",
    points: ["Checks the number before it is sent", "Every lead in one list, with the time it came"],
  },
  {
    title: "The reply",
    text: "An SMS in your name that takes up the answer and ends in a question. They write back to you, in a thread you already know how to use.",
    points: ["Goes out when the form does, day or night", "You take over with the first answer"],
  },
] as const;

/** The steps between client and agency, in order. */
export const legacySteps = [
  { side: "you", title: "Send five things", text: "Offer, price, photos, place, and the number that texts come from." },
  { side: "us", title: "Write it", text: "Page, three questions and the first text." },
  { side: "you", title: "Approve the wording", text: "Read it on your phone. Change what is not how you speak." },
  { side: "us", title: "Publish and test", text: "We send a lead through it while you watch." },
  { side: "you", title: "Answer the thread", text: "The first text is out. From here it is you." },
] as const;
