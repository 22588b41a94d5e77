import { brand } from "../brand.ts";
import { type Review, reviews } from "../reviews.ts";

/** One client's change, with the source of its figures. */
export type Story = {
  id: string;
  client: string;
  business: string;
  tier: { name: string; href: string };
  headline: string;
  paragraphs: readonly string[];
  /** The first one is also in the page's index. */
  changes: readonly [Change, ...Change[]];
  window: string;
  source: string;
  review?: Review;
};
type Change = { what: string; before: string; after: string };

const reviewOf = (client: string): Review | undefined => reviews.find((review) => review.client === client);

/**
 * The success stories. SAMPLE CONTENT: clients, people, weeks and figures are invented; replace all of it with stories of clients
 * who agreed to be named. Figures stay within the claims of spec §9 and match story-figures.ts.
 */
export const stories: readonly Story[] = [
  {
    id: "kiln-aesthetics",
    client: "Kiln Aesthetics",
    business: "Skin clinic, one room",
    tier: { name: "Base", href: "/base" },
    headline: "From six hours to two minutes.",
    paragraphs: [
      "Rosa sells a $1,450 skin program, and her hands are busy all day. Messages waited until the last client left. Half of the people who asked waited more than six hours, and by then most of them had booked elsewhere.",
      "Base sends the first text in the clinic’s name and offers three open slots. Rosa didn’t change her ads, her price, or her hours.",
    ],
    changes: [
      { what: "Median first reply", before: "6 h", after: "2 min" },
      { what: "Booked calls a week", before: "7", after: "19" },
      { what: "Leads a week", before: "38", after: "42" },
    ],
    window: "March 9–15 vs. May 11–17, every lead in both weeks",
    source: "message times in the pipeline, bookings in the clinic’s calendar",
    review: reviewOf("Kiln Aesthetics"),
  },
  {
    id: "fieldhouse",
    client: "Fieldhouse",
    business: "Sports rehab, $2,400 programs",
    tier: { name: "Pro", href: "/pro" },
    headline: "The same $6,200, spent elsewhere.",
    paragraphs: [
      "Five ads were running, and no one knew which one filled the treatment tables. Once each sale carried the name of its ad, two of the five turned out to lose money or barely break even.",
      "Both were turned off on the first monthly strategy call. Not a dollar was added; the budget just moved.",
    ],
    changes: [
      { what: "Return on ad spend", before: "190%", after: "340%" },
      { what: "Monthly sales from ads", before: "$11,780", after: "$21,080" },
      { what: "Monthly ad spend", before: "$6,200", after: "$6,200" },
    ],
    window: "June vs. August, sales won within 30 days of the click",
    source: "spend as billed by the platforms, sales as invoiced",
    review: reviewOf("Fieldhouse"),
  },
  {
    id: "casa-verbena",
    client: "Casa Verbena",
    business: "Weekend retreats, $420 a spot",
    tier: { name: "Launch", href: "/launch" },
    headline: "Paid back on day nine.",
    paragraphs: [
      "Inés had a house, a garden, and an Instagram account with a link to her email. Launch put a page, a form, and a calendar behind the link, and she put $20 a day of her own ads in front of it.",
      "Setup was charged on day 0, the funnel went live on day 4, and the first call was booked on day 5. By day 30, ten spots were sold.",
    ],
    changes: [
      { what: "Return within 30 days", before: "none", after: "3.7x" },
      { what: "Spots sold", before: "0", after: "10" },
      { what: "Total paid, setup and ads included", before: "$600", after: "$1,140" },
    ],
    window: "days 0 to 30 of the funnel",
    source: "our invoices, the ad platform’s bill, guest payments",
    review: reviewOf("Casa Verbena"),
  },
  {
    id: "bright-harbor",
    client: "Bright Harbor",
    business: "Dental implants, three locations",
    tier: { name: "Enterprise", href: "/enterprise" },
    headline: "Now open nights and Sundays.",
    paragraphs: [
      "Three front desks answered three phones until six. Anyone who wrote about a $6,800 implant at nine at night heard back the next day, from whichever location looked first.",
      "Enterprise routes each inquiry to the nearest of three calendars and answers it at any hour. People still do the talking; it just starts with a booked call.",
    ],
    changes: [
      { what: "Waited over 15 min, in four weeks", before: "183", after: "7" },
      { what: "Consultations booked a week", before: "21", after: "38" },
    ],
    window: "four weeks in February vs. four weeks in June, all three locations",
    source: "the phone system’s missed-call log, message times in the pipelines",
  },
];

/** The text around the stories. */
export const successStories = {
  title: `Success stories: what changed, and how we know | ${brand.name}`,
  description:
    "Four clients on four funnels, before and after: first reply, return on ad spend, payback in 30 days, nighttime replies. Every number with its source.",
  headline: "What changed, and how we know.",
  lead: "Four clients, four pictures, each with its time window and its source. Your numbers will differ. They’ll be just as easy to check.",
  against: {
    headline: "How these four compare with our numbers.",
    text: "The claims on our home page cover all clients. Each story covers just one.",
    /** In the order of brand.claims. */
    stands: [
      "Casa Verbena reached 3.7x in its first 30 days, in the lower half of the range.",
      "All four are still clients. So are 47 of 50; the other three told us why they left.",
      "Fieldhouse is right at the average, up from 190% two months before.",
    ],
  },
  closing: {
    headline: "Yours starts with a before.",
    text: "Tell us how long a lead waits today, or that you don’t know. We reply within 24 hours.",
    steps: [
      { when: "24 hours", what: "You hear from a person, through the channel you pick." },
      { when: "One call", what: "We find your before: replies, bookings, spend." },
      { when: "One page", what: "What we’d build, and the number it should move." },
    ],
  },
} as const;
