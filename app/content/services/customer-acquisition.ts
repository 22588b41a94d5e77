import { brand } from "../brand.ts";
import { inTier, type ServicePage } from "./service-page.ts";

export const customerAcquisition: ServicePage = {
  path: "/services/customer-acquisition",
  name: "Customer Acquisition",
  title: `Customer Acquisition: what a client costs you | ${brand.name}`,
  description:
    "From the first tap to the first payment, in one ledger: what a lead, a call, a show, and a client cost you, with our fees included.",
  headline: "Know what your next client will cost.",
  lead: "Page, reply, reminders, and follow-up run as one system, with a ledger at the end: ad spend plus our fees, divided by the people who bought.",
  caption: "A sample month on Base, with ad management. Our fees are in the total.",
  what: {
    headline: "The cost of a client is four costs.",
    paragraphs: [
      "A lead costs what the ads cost. A call also carries the cost of leads who didn’t book. A show also carries the missed calls, and a client carries all of it. Most of that money is lost after the click, in the hours when no one replies.",
      "So we work on the steps after the click: a first text within seconds, real slots instead of “what time works for you?”, reminders people can reply to, and five touches for those who went quiet. The ledger shows which step paid off.",
    ],
    not: "It isn’t lead buying. No one who fills out your form has been sold to three other businesses.",
  },
  weeks: {
    headline: "Your first client, week by week.",
    text: "Setup on Launch takes 3–7 days. The ledger opens with the first dollar and closes every month.",
    rows: [
      {
        work: "Setup",
        who: "Us; you give us access",
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
      { work: "Calls and sales", who: "You", stretches: [{ from: 5, to: 20, what: "You talk, then mark who bought" }] },
      { work: "Ledger", who: "Us", stretches: [{ from: 20, to: 20, what: "Close" }] },
    ],
  },
  gets: {
    headline: "What you get.",
    items: [
      { what: "Booked calls, with the form answers", where: "Your calendar", when: "As they come in" },
      { what: "Leads who want a person now", where: "Your phone", when: "Within seconds" },
      { what: "The pipeline: where every lead is, and since when", where: "Dashboard", when: "Live" },
      { what: "The month’s ledger", where: "Dashboard and email", when: "On the first business day" },
    ],
  },
  inTiers: {
    headline: "How much of it each funnel covers.",
    text: "Start on the step that fits your offer. Each funnel includes the one before it.",
    rows: [
      inTier("Legacy", 1, "Page, form, and an instant SMS reply"),
      inTier("Launch", 2, "Pipeline, calendar, and reminders by SMS and email"),
      inTier("Base", 3, "Five-touch follow-up and the weekly report"),
      inTier("Pro", 4, "Lead scoring and no-show recovery"),
      inTier("Enterprise", 4, "Up to three pipelines, routed by location"),
    ],
  },
  faqHeadline: "About the cost of a client.",
  faq: [
    {
      question: "What should a client cost me?",
      answer:
        "In a good month, less than a third of their first payment to you. Our claim is a 2–10x return within 30 days across clients; the price of your offer decides where in that range you land.",
    },
    {
      question: "Do you take the sales calls?",
      answer: "No. We fill your calendar and hand you the form answers. No one explains what you sell better than you.",
    },
    {
      question: "What if leads come in and no one books?",
      answer:
        "The ledger shows it within two weeks, and the report shows where they drop off. If the offer itself is the reason, we’ll say that too, before you spend more.",
    },
    {
      question: "Can I pay you from the results?",
      answer:
        "Yes. In a Performance Partnership, we take 20% of additional profit and charge no upfront or monthly fees. It requires the use of our invoicing system.",
    },
  ],
  closing: {
    headline: "Open your ledger.",
    text: "Tell us what one client pays you and what you spent last month. We’ll run the numbers before you pay us anything.",
    steps: [
      { when: "24 hours", what: "A person replies to your application." },
      { when: "One call", what: "We fill in your last month, line by line." },
      { when: "One page", what: "The step we’d work on, and what it should bring in." },
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
