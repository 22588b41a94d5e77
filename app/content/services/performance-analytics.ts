import { brand } from "../brand.ts";
import { inTier, type ServicePage } from "./service-page.ts";

export const performanceAnalytics: ServicePage = {
  path: "/services/performance-analytics",
  name: "Performance Analytics",
  title: `Performance Analytics: every figure opens | ${brand.name}`,
  description:
    "Leads, booked calls, shows and sales by ad, each figure with its audit trail down to the second of the tap. One page every Monday, live in your dashboard in between.",
  headline: "Know which ad paid for itself.",
  lead: "Every figure on your report opens. Behind it stand the people it counts, and behind each of them the taps, texts and payments, with their times.",
  caption: "A sample week of a skin clinic, and one of its eight bookings opened.",
  what: {
    headline: "One chain, from the tap to the payment.",
    paragraphs: [
      "An ad platform knows who tapped. A calendar knows who booked. Your bank knows who paid. Each of them counts on its own, and the three never agree.",
      "We give every lead one record at the moment of the form, and everything that happens later is written to it: the ad and its version, the texts, the slot, whether the person came, what was paid. A figure on the report is a count of such records, so it can be opened and checked.",
    ],
    not: "It is not a tracking product. What counts is what your leads do with you, not where else they go.",
  },
  weeks: {
    headline: "Four weeks until a number holds.",
    text: "The first report arrives after week one. By week four there is enough behind it to move a budget.",
    rows: [
      {
        work: "Records",
        who: "Us",
        stretches: [
          { from: 1, to: 3, what: "Ads, forms tagged" },
          { from: 4, to: 20, what: "Every event written to its lead" },
        ],
      },
      {
        work: "Show and sale",
        who: "You, one tap each",
        stretches: [{ from: 4, to: 20, what: "You mark who came and who bought" }],
      },
      {
        work: "Reconciling",
        who: "Us",
        stretches: [
          { from: 10, to: 10, what: "Check" },
          { from: 15, to: 15, what: "Check" },
          { from: 20, to: 20, what: "Check" },
        ],
      },
      {
        work: "Report",
        who: "Us, every Monday",
        stretches: [
          { from: 6, to: 6, what: "Mon" },
          { from: 11, to: 11, what: "Mon" },
          { from: 16, to: 16, what: "Mon", hot: true },
        ],
      },
    ],
  },
  gets: {
    headline: "What you open, and where.",
    items: [
      {
        what: "The week on one page: leads, booked, showed, won, by ad",
        where: "Email and dashboard",
        when: "Every Monday",
      },
      { what: "The same figures, live", where: "Dashboard", when: "Whenever you look" },
      { what: "The audit trail of any figure", where: "A click on the figure", when: "Whenever you doubt it" },
      { what: "The decision that follows from it", where: "Last line of the report", when: "Every Monday" },
    ],
  },
  inTiers: {
    headline: "How deep it goes, by funnel.",
    text: "Every funnel counts its leads. The larger your offer, the further down the chain the report reads.",
    rows: [
      inTier("Legacy", 1, "Leads and replies, counted"),
      inTier("Launch", 2, "Leads, bookings and shows in your pipeline"),
      inTier("Base", 3, "The weekly report, ad by ad"),
      inTier("Pro", 4, "Scores and test results beside each figure"),
      inTier("Enterprise", 4, "All of it by location"),
    ],
  },
  faqHeadline: "Before you trust a figure.",
  faq: [
    {
      question: "Why do your figures differ from the ad platform’s?",
      answer:
        "A platform counts what it may claim, often several times for one person. We count people who sent your form, once each, and name the last ad they tapped before it. The report shows both where they differ.",
    },
    {
      question: "What happens to a lead without an ad?",
      answer:
        "It gets its own line: referral, search or direct, by where the visit came from. Nothing is spread over the ads.",
    },
    {
      question: "Are the metrics on your tier pages real?",
      answer:
        "No, and they say so: they are a demonstration and refresh periodically. Real client dashboards show real data with audit trails.",
    },
    {
      question: "Can I take the data with me?",
      answer: "Yes. Leads, bookings and reports are yours and come as files when you ask for them.",
    },
  ],
  closing: {
    headline: "Bring a number you doubt.",
    text: "Send it with your application. On the call we look at where it comes from, and what it would take to open it.",
    steps: [
      { when: "24 hours", what: "A person answers your application." },
      { when: "One call", what: "We follow one lead of yours through your tools." },
      { when: "One page", what: "Where the chain breaks, and what mending it costs." },
    ],
  },
};

/** The attribution of the clinic's week. SAMPLE CONTENT; the rows add up to the totals of sample-report.ts. */
export const attribution: readonly {
  ad: string;
  leads: number;
  booked: number;
  showed: number;
  won: number;
  sold: number;
  spent: number;
  open?: true;
}[] = [
  { ad: "May skin, story", leads: 14, booked: 8, showed: 7, won: 3, sold: 4350, spent: 248, open: true },
  { ad: "Scar care, reel", leads: 9, booked: 4, showed: 4, won: 1, sold: 1700, spent: 176 },
  { ad: "Retargeting", leads: 6, booked: 3, showed: 2, won: 1, sold: 1450, spent: 162 },
  { ad: "Local reach", leads: 7, booked: 2, showed: 1, won: 0, sold: 0, spent: 122 },
  { ad: "Brand search", leads: 3, booked: 1, showed: 1, won: 0, sold: 0, spent: 82 },
  { ad: "Referral, no ad", leads: 3, booked: 1, showed: 1, won: 1, sold: 1450, spent: 0 },
];

/** The events behind one booking. SAMPLE CONTENT. */
export const auditTrail = {
  lead: "Sofia Lund",
  position: "5 of 8",
  events: [
    { at: "Wed 19:04:12", what: "Ad tapped", by: "may-skin-story, version B" },
    { at: "Wed 19:04:51", what: "Form sent", by: "page 3, from Instagram" },
    { at: "Wed 19:04:53", what: "SMS 1 delivered", by: "carrier receipt" },
    { at: "Wed 19:07:20", what: "Replied", by: "“Friday?”" },
    { at: "Wed 19:07:58", what: "Call booked", by: "Fri 12:00, calendar entry", hot: true },
    { at: "Fri 12:34:10", what: "Showed", by: "marked by Dana" },
    { at: "Sat 10:11:45", what: "Paid $1,450", by: "invoice K-0412" },
  ],
} as const;
