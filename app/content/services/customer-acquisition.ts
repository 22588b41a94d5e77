import { brand } from "../brand.ts";
import { inTier, type ServicePage } from "./service-page.ts";

export const customerAcquisition: ServicePage = {
  path: "/services/customer-acquisition",
  name: "Customer Acquisition",
  title: `Customer Acquisition: what a client costs you | ${brand.name}`,
  description:
    "From the tap to the first payment, run as one line of work and kept as a ledger: what a lead, a call, a show and a client cost, with our fees counted in.",
  headline: "Know what your next client will cost.",
  lead: "Page, reply, reminders and follow-up as one line of work, and a ledger at the end of it: ad spend, our fees and the people who bought, divided by one another.",
  caption: "A sample month on Base, with ad management. Our fees are in the sum.",
  what: {
    headline: "The price of a client is four prices.",
    paragraphs: [
      "A lead costs what the ads cost. A call costs what the leads cost who did not book. A show costs the calls that were missed, and a client costs all of it together. Most of that money is lost after the click, in hours that nobody answers.",
      "So we work on the steps after it: the first text within seconds, real slots in place of “when would suit you”, reminders that can be answered, and five touches for those who went quiet. The ledger shows which step gave.",
    ],
    not: "It is not lead buying. Nobody whose form you get has sent the same form to three others.",
  },
  weeks: {
    headline: "The first client, week by week.",
    text: "Set-up on Launch takes 3–7 days; the ledger opens with the first dollar and closes every month.",
    rows: [
      {
        work: "Set up",
        who: "Us, you give access",
        stretches: [
          { from: 1, to: 3, what: "Page, pipeline" },
          { from: 4, to: 4, what: "Live", hot: true },
        ],
      },
      {
        work: "Replies",
        who: "The system, in your name",
        stretches: [{ from: 4, to: 20, what: "First text within seconds, slots, reminders" }],
      },
      {
        work: "Follow-up",
        who: "The system",
        stretches: [{ from: 5, to: 20, what: "Five touches over six days for those who went quiet" }],
      },
      { work: "Calls and sales", who: "You", stretches: [{ from: 5, to: 20, what: "You talk, and mark who bought" }] },
      { work: "Ledger", who: "Us", stretches: [{ from: 20, to: 20, what: "Close" }] },
    ],
  },
  gets: {
    headline: "What lands with you.",
    items: [
      { what: "Booked calls, with the answers of the form", where: "Your calendar", when: "As they come" },
      { what: "Leads who want a person, now", where: "Your phone", when: "Within seconds" },
      { what: "The pipeline: who stands where, and since when", where: "Dashboard", when: "Live" },
      { what: "The ledger of the month", where: "Dashboard and email", when: "On the first working day" },
    ],
  },
  inTiers: {
    headline: "How much of the line you buy.",
    text: "Start at the step your offer stands on. Each funnel contains the one before it.",
    rows: [
      inTier("Legacy", 1, "Page, form and an instant SMS reply"),
      inTier("Launch", 2, "Pipeline, calendar, reminders by SMS and email"),
      inTier("Base", 3, "Five-touch follow-up and the weekly report"),
      inTier("Pro", 4, "Lead scoring and no-show recovery"),
      inTier("Enterprise", 4, "Three pipelines, routed by location"),
    ],
  },
  faqHeadline: "About the cost of a client.",
  faq: [
    {
      question: "What should a client cost me?",
      answer:
        "Less than a third of what the client pays you first is a good month. Our claim is a 2–10x return within 30 days across clients; your offer’s price decides where in that you land.",
    },
    {
      question: "Do you take the sales calls?",
      answer: "No. We fill the calendar and hand you the answers of the form. What you sell is best explained by you.",
    },
    {
      question: "What if leads come and nobody books?",
      answer:
        "Then the ledger shows it within two weeks, and the report says where they stop. If the reason is the offer itself, we say that too, before you spend more.",
    },
    {
      question: "Can I pay you from the result?",
      answer:
        "Yes: in a Performance Partnership we take 20% of additional profit and no upfront or monthly fees. It requires the use of our invoicing system.",
    },
  ],
  closing: {
    headline: "Open your ledger.",
    text: "Tell us what one client pays you and what you spent last month. We count it out for you before you pay us anything.",
    steps: [
      { when: "24 hours", what: "A person answers your application." },
      { when: "One call", what: "We fill in your last month, line by line." },
      { when: "One page", what: "The step we would work on, and what it should give." },
    ],
  },
};

/**
 * One client's month, in dollars and people. SAMPLE CONTENT. Base's monthly price and the management fee are the pricing table's
 * (spec §9): $550, and 15% of the ad spend.
 */
export const ledger = {
  month: "May",
  costs: [
    { what: "Ad spend, paid to the platforms", dollars: 3_400 },
    { what: "Ad management, 15%", dollars: 510 },
    { what: "Base, monthly", dollars: 550 },
  ],
  steps: [
    { what: "Leads", people: 171 },
    { what: "Calls booked", people: 78 },
    { what: "Showed up", people: 66 },
    { what: "Clients", people: 25 },
  ],
  firstPayment: 1_480,
  /** The cost of a client in the months before, for comparison. */
  trend: [
    { month: "Mar", dollars: 312 },
    { month: "Apr", dollars: 236 },
  ],
} as const;
