import { brand } from "../brand.ts";
import { inTier, type ServicePage } from "./service-page.ts";

export const growthOptimization: ServicePage = {
  path: "/services/growth-optimization",
  name: "Growth Optimization",
  title: `Growth Optimization: one change at a time | ${brand.name}`,
  description:
    "A/B tests on your page, form, and messages, at least one a month on Pro: one change, two versions, a sample size set in advance, and the loser goes.",
  headline: "One change at a time, with a number for each.",
  lead: "A page gets better in measured steps. We write the next version, split the traffic, wait for the sample, and keep whichever wins. Even when it’s yours.",
  caption: "A sample ladder: seven tests on one page in seven months. Three kept, three dropped, one running.",
  what: {
    headline: "A ladder, not a makeover.",
    paragraphs: [
      "A redesign changes forty things in one go. If it does better, no one knows why; if it does worse, no one knows what to undo. So we change one thing: a headline, a form question, the timing of the second text.",
      "Before a test starts, we write down what we expect and how many people need to see each version. It runs until then, and not a day less. The winner becomes the version the next test has to beat.",
    ],
    not: "It isn’t a promise that every test wins. About half of ours change nothing, and knowing that is what keeps a page simple.",
  },
  weeks: {
    headline: "One test takes a month.",
    text: "You spend about half an hour on it: one yes to the wording, one look at the result.",
    rows: [
      { work: "Next test", who: "Us; you approve the words", stretches: [{ from: 1, to: 4, what: "Write, approve" }] },
      {
        work: "Running",
        who: "Visitors",
        stretches: [{ from: 5, to: 16, what: "Both versions live, 50/50", hot: true }],
      },
      { work: "Readout", who: "Us", stretches: [{ from: 17, to: 18, what: "Count" }] },
      {
        work: "Decision",
        who: "Both of us, on the strategy call",
        stretches: [{ from: 19, to: 20, what: "Keep or drop" }],
      },
    ],
  },
  gets: {
    headline: "What you keep from each test.",
    items: [
      { what: "What we expect, and the sample it needs", where: "Dashboard", when: "Before it starts" },
      { what: "Both versions, as visitors see them", where: "Two links", when: "While it runs" },
      { what: "The result and its margin, win or lose", where: "Report and call", when: "When it ends" },
      { what: "A list of everything tried on your funnel", where: "Dashboard", when: "Permanently" },
    ],
  },
  inTiers: {
    headline: "Where testing starts.",
    text: "A test needs visitors. Below a few hundred a month, a good first version and fast replies do more than any test.",
    rows: [
      inTier("Legacy", 0, "No tests: one page that’s right from the start"),
      inTier("Launch", 0, "No tests: reply speed comes first"),
      inTier("Base", 1, "We adjust wording after the weekly report"),
      inTier("Pro", 4, "At least one A/B test a month, and a monthly strategy call"),
      inTier("Enterprise", 4, "Tests by location, in up to three pipelines"),
    ],
  },
  faqHeadline: "About tests.",
  faq: [
    {
      question: "How many visitors does a test need?",
      answer:
        "It depends on the lift you’re hoping for. Telling 4% from 5.6% takes about 2,800 visitors per version; smaller lifts take more. We run the numbers before we start and tell you if the answer is no.",
    },
    {
      question: "Can two tests run at the same time?",
      answer:
        "Not on the same page. One on the page and one in the text messages is fine, because they reach people at different points.",
    },
    {
      question: "What if I like the version that lost?",
      answer: "It’s your page, so you can keep it. The report will show what it costs you in booked calls.",
    },
    {
      question: "What do you test first?",
      answer:
        "Whatever loses the most people between two steps of your funnel. That’s usually the first sentence or the length of the form.",
    },
  ],
  closing: {
    headline: "What would you change first?",
    text: "Send us the page and your guess. We’ll tell you what we’d test instead, or that your guess is right.",
    steps: [
      { when: "24 hours", what: "A person replies to your application." },
      { when: "One call", what: "We look for the step that loses the most people." },
      { when: "One page", what: "The first test, its sample, and how long it would take." },
    ],
  },
};

/**
 * The tests of one page, oldest first: the booking rate in percent for the old version and the tested one. SAMPLE CONTENT. The
 * next test starts from a kept version.
 */
export const ladder: readonly {
  test: string;
  from: number;
  tried: number;
  visitors: string;
  result: "kept" | "dropped" | "running";
}[] = [
  { test: "Headline names the outcome", from: 1.6, tried: 2.4, visitors: "5,940 visitors", result: "kept" },
  { test: "Price on the page", from: 2.4, tried: 2.2, visitors: "6,120 visitors", result: "dropped" },
  { test: "Form: six questions to three", from: 2.4, tried: 3.3, visitors: "6,310 visitors", result: "kept" },
  { test: "A page twice as long", from: 3.3, tried: 2.9, visitors: "6,200 visitors", result: "dropped" },
  { test: "Second text in the evening", from: 3.3, tried: 3.4, visitors: "6,480 visitors", result: "dropped" },
  { test: "Open slots on the page", from: 3.3, tried: 4.1, visitors: "9,040 visitors", result: "kept" },
  {
    test: "Headline in the patient’s words",
    from: 4.1,
    tried: 5.6,
    visitors: "2,423 visitors so far",
    result: "running",
  },
];
