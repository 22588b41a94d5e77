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
      "Rosa sells a $1,450 skin program and works with both hands. Messages waited until the last client had left. Half of the people who had asked waited longer than six hours, and most of them had booked elsewhere by then.",
      "Base sends the first text in the clinic’s name and offers three open slots. Rosa changed nothing about her ads, her price or her hours.",
    ],
    changes: [
      { what: "First reply, median", before: "6 h", after: "2 min" },
      { what: "Booked calls a week", before: "7", after: "19" },
      { what: "Leads a week", before: "38", after: "42" },
    ],
    window: "9–15 March against 11–17 May, every lead of both weeks",
    source: "message times of the pipeline, bookings of the clinic’s calendar",
    review: reviewOf("Kiln Aesthetics"),
  },
  {
    id: "fieldhouse",
    client: "Fieldhouse",
    business: "Sports physio, $2,400 programs",
    tier: { name: "Pro", href: "/pro" },
    headline: "The same $6,200, in other places.",
    paragraphs: [
      "Five ads ran, and nobody knew which one filled the treatment table. Once each sale carried the name of its ad, two of the five turned out to bring in less than they cost or just about that.",
      "They were switched off in the first monthly strategy call. Not a dollar was added; the budget moved.",
    ],
    changes: [
      { what: "Return on ad spend", before: "190%", after: "340%" },
      { what: "Sales from ads, a month", before: "$11,780", after: "$21,080" },
      { what: "Ad spend, a month", before: "$6,200", after: "$6,200" },
    ],
    window: "June against August, sales won within 30 days of the click",
    source: "spend as billed by the platforms, sales as invoiced",
    review: reviewOf("Fieldhouse"),
  },
  {
    id: "casa-verbena",
    client: "Casa Verbena",
    business: "Weekend retreats, $420 a place",
    tier: { name: "Launch", href: "/launch" },
    headline: "Paid back on day nine.",
    paragraphs: [
      "Inés had a house, a garden and an Instagram account with a link to her email. Launch put a page, a form and a calendar behind the link, and $20 a day in front of it.",
      "The setup was charged on day 0, the funnel was live on day 4, the first call was booked on day 5. Ten places were sold by day 30.",
    ],
    changes: [
      { what: "Return within 30 days", before: "none", after: "3.7x" },
      { what: "Places sold", before: "0", after: "10" },
      { what: "Paid in, setup and ads included", before: "$600", after: "$1,140" },
    ],
    window: "days 0 to 30 of the funnel",
    source: "our invoices, the ad platform’s bill, payments of the guests",
    review: reviewOf("Casa Verbena"),
  },
  {
    id: "bright-harbor",
    client: "Bright Harbor",
    business: "Dental implants, three locations",
    tier: { name: "Enterprise", href: "/enterprise" },
    headline: "Nights and Sundays are open now.",
    paragraphs: [
      "Three front desks answered three phones until six. Who wrote about a $6,800 implant at nine in the evening heard back the next day, from whichever location looked first.",
      "Enterprise routes each inquiry to the nearest of three calendars and answers it at any hour. People still do the talking; they start it with a booked call.",
    ],
    changes: [
      { what: "Waited over 15 min, in four weeks", before: "183", after: "7" },
      { what: "Consultations booked a week", before: "21", after: "38" },
    ],
    window: "four weeks of February against four weeks of June, all three locations",
    source: "missed-call log of the phone system, message times of the pipelines",
  },
];

/** The text around the stories. */
export const successStories = {
  title: `Success stories: what changed, and how we know | ${brand.name}`,
  description:
    "Four clients on four funnels, before and after: first reply, return on ad spend, payback within 30 days, answers at night. Each figure with its window and its source.",
  headline: "What changed, and how we know.",
  lead: "Four clients, four pictures, each with its window and its source. Your figures will differ. They will be as easy to check.",
  against: {
    headline: "Where these four stand in our numbers.",
    text: "The claims on our home page count all clients. A story is one of them.",
    /** In the order of brand.claims. */
    stands: [
      "Casa Verbena came to 3.7x in its first 30 days, in the lower half of the range.",
      "All four of these are still clients. So are 47 of 50; the other three told us why they left.",
      "Fieldhouse stands at the average, from 190% two months before.",
    ],
  },
  closing: {
    headline: "Yours starts with a before.",
    text: "Tell us how long a lead waits today, or that you do not know. We answer within 24 hours.",
    steps: [
      { when: "24 hours", what: "You hear from a person, by the channel you pick." },
      { when: "One call", what: "We find your before: replies, bookings, spend." },
      { when: "One page", what: "What we would build, and the figure it should move." },
    ],
  },
} as const;
