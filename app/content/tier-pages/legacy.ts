import { conflictingClaims } from "../readings.ts";
import { describeTier } from "./describe-tier.ts";
import type { TierPageText } from "./tier-page.ts";

/** The text of /legacy. SAMPLE CONTENT, except what spec §9 names. */
export const legacy = {
  ...describeTier("legacy"),
  description: `Legacy: one landing page, one form, and an SMS that answers each lead instantly, for offers of $100–$500. ${conflictingClaims.pageDescription.legacy}.`,
  lead: "For offers of $100 to $500. Your page says what you sell, the form asks three questions, and everyone who sends it gets a text from you before they put the phone down.",
  features: {
    headline: "Everything on one page.",
    text: "No login before it works, and nothing on the page that a stranger doesn’t need to reach you.",
  },
  demoHeadline: "What a Legacy week can look like.",
  process: {
    headline: "You send five things. We send back a link.",
    text: "The work changes hands four times and never stays with you for long. Here’s who has it at each step.",
  },
  fit: "legacy",
  faq: "legacy",
  closing: {
    headline: "Start with one page.",
    text: "Tell us what you sell and what it costs. We reply within 24 hours, even if a page isn’t what you’re missing.",
  },
} as const satisfies TierPageText;

/** The page in the drawings, and its leads of one evening: a photographer who sells one session. */
export const legacySample = {
  client: "lumen house",
  address: "lumenhouse.example",
  claim: "Twelve portraits you’ll still like in ten years.",
  detail: "One hour, one room, daylight. $180, photos within five days.",
  leads: [
    { name: "Noor Halim", at: "10:47 PM", about: "Speaker page, by June", fresh: true },
    { name: "Theo Brandt", at: "7:02 PM", about: "New job, new photo" },
    { name: "Ada Quist", at: "12:31 PM", about: "Book cover" },
  ],
  fields: [
    { label: "Name", value: "Noor Halim" },
    { label: "Phone", value: "503 555 0148" },
    { label: "What’s it for?", value: "Speaker page, by June" },
  ],
  send: "Request a date",
  reply: "Hi Noor, it’s Ana from lumen house. A speaker page by June is easy. Weekday morning or Saturday?",
  replyNote: "10:47 PM, sent with the form",
  answer: "Saturday would be great",
  answerNote: "10:49 PM, your turn",
} as const;

/** The three parts of the page, with a drawing of each. */
export const legacyParts = [
  {
    title: "The page",
    text: "What it is, what it costs, three pictures, and one button. We write it from your answers, you approve it, and it loads fast on a slow phone.",
    points: ["Your own address, or one of ours", "Records which ad or post each visitor came from"],
  },
  {
    title: "The form",
    text: "Three questions, because a fourth costs you leads. Visitors answer the last one in their own words, and that’s what you’ll talk about.",
    points: ["Checks the phone number before sending", "Every lead in one list, with the time it came in"],
  },
  {
    title: "The reply",
    text: "An SMS in your name that picks up on their answer and ends with a question. They text you back, in a thread you already know how to use.",
    points: ["Goes out when the form does, day or night", "You take over from their first reply"],
  },
] as const;

/** The steps between client and agency, in order. */
export const legacySteps = [
  { side: "you", title: "Send five things", text: "Offer, price, photos, location, and the number texts come from." },
  { side: "us", title: "Write it", text: "The page, three questions, and the first text." },
  {
    side: "you",
    title: "Approve the wording",
    text: "Read it on your phone. Change anything that doesn’t sound like you.",
  },
  { side: "us", title: "Publish and test", text: "We send a lead through it while you watch." },
  { side: "you", title: "Answer the thread", text: "The first text is out. From here, it’s you." },
] as const;
