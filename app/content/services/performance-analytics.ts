import { brand } from "../brand.ts";
import { inTier, type ServicePage } from "./service-page.ts";

export const performanceAnalytics: ServicePage = {
  path: "/services/performance-analytics",
  name: "Performance Analytics",
  title: `Performance Analytics: the proof behind every number | ${brand.name}`,
  description:
    "Leads, booked calls, shows, and sales by ad, each with an audit trail down to the second. One page every Monday, live in your dashboard in between.",
  headline: "Know which ad paid for itself.",
  lead: "Open any number on your report to see the people behind it. Open any person to see their taps, texts, and payments, with timestamps.",
  caption: "A sample week at a skin clinic, with one of the top ad’s eight bookings opened.",
  what: {
    headline: "One chain, from the tap to the payment.",
    paragraphs: [
      "An ad platform knows who tapped. A calendar knows who booked. Your bank knows who paid. Each one counts on its own, and the three never agree.",
      "We give every lead one record the moment they send the form, and everything that happens later goes on it: the ad and its version, the texts, the slot, whether they showed up, what they paid. A number on the report is a count of those records, so you can open it and check.",
    ],
    not: "It isn’t a tracking product. What counts is what your leads do with you, not where else they go.",
  },
  weeks: {
    headline: "Four weeks to a number you can trust.",
    text: "The first report arrives after week one. By week four, there’s enough behind it to move a budget.",
    rows: [
      {
        work: "Records",
        who: "Us",
        stretches: [
          { from: 1, to: 3, what: "Ads, forms tagged" },
          { from: 4, to: 20, what: "Every event logged on its lead" },
        ],
      },
      {
        work: "Shows and sales",
        who: "You, one tap each",
        stretches: [{ from: 4, to: 20, what: "You mark who showed and who bought" }],
      },
      {
        work: "Reconciliation",
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
    headline: "What you get, and where.",
    items: [
      {
        what: "The week on one page: leads, booked, showed, won, by ad",
        where: "Email and dashboard",
        when: "Every Monday",
      },
      { what: "The same numbers, live", where: "Dashboard", when: "Whenever you look" },
      { what: "The audit trail behind any number", where: "One click on the number", when: "Whenever you doubt it" },
      { what: "The decision it leads to", where: "Last line of the report", when: "Every Monday" },
    ],
  },
  inTiers: {
    headline: "How deep it goes, by funnel.",
    text: "Every funnel counts its leads. The larger your offer, the further down the chain the report goes.",
    rows: [
      inTier("Legacy", 1, "Leads and replies, counted"),
      inTier("Launch", 2, "Leads, bookings, and shows in your pipeline"),
      inTier("Base", 3, "The weekly report, ad by ad"),
      inTier("Pro", 4, "Scores and test results next to each number"),
      inTier("Enterprise", 4, "All of it by location"),
    ],
  },
  faqHeadline: "Before you trust a number.",
  faq: [
    {
      question: "Why don’t your numbers match the ad platform’s?",
      answer:
        "A platform counts everything it can claim, often several times for one person. We count people who sent your form, once each, and credit the last ad they tapped before it. Where the two differ, the report shows both.",
    },
    {
      question: "What happens to a lead that didn’t come from an ad?",
      answer:
        "It gets its own line: referral, search, or direct, based on where the visit came from. We don’t spread it across the ads.",
    },
    {
      question: "Are the metrics on your tier pages real?",
      answer:
        "No, and they say so: they’re a demonstration and refresh periodically. Real client dashboards show real data with audit trails.",
    },
    {
      question: "Can I take the data with me?",
      answer: "Yes. Leads, bookings, and reports are yours. Just ask, and you get them as files.",
    },
  ],
  closing: {
    headline: "Bring a number you doubt.",
    text: "Send it with your application. On the call, we’ll look at where it comes from and what it would take to open it.",
    steps: [
      { when: "24 hours", what: "A person replies to your application." },
      { when: "One call", what: "We follow one of your leads through your tools." },
      { when: "One page", what: "Where the chain breaks, and what it costs to fix." },
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
    { at: "Wed 7:04:12 PM", what: "Ad tapped", by: "may-skin-story, version B" },
    { at: "Wed 7:04:51 PM", what: "Form sent", by: "page 3, from Instagram" },
    { at: "Wed 7:04:53 PM", what: "SMS 1 delivered", by: "carrier receipt" },
    { at: "Wed 7:07:20 PM", what: "Replied", by: "“Friday?”" },
    { at: "Wed 7:07:58 PM", what: "Call booked", by: "Fri 12 PM, calendar entry", hot: true },
    { at: "Fri 12:34 PM", what: "Showed", by: "marked by Dana" },
    { at: "Sat 10:11 AM", what: "Paid $1,450", by: "invoice K-0412" },
  ],
} as const;
