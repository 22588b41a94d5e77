import { brand } from "./brand.ts";

/**
 * The agency's own story. SAMPLE CONTENT, except the claims of spec §9: people, dates, clients and figures are invented. Totals
 * must still add up after a change.
 */
export const about = {
  title: `About: the agency that answers | ${brand.name}`,
  description:
    "How a slow inbox at one physio studio became an agency for booking and lead-capture systems: how we work, what we refuse, the numbers and what they count, and who answers you.",
  headline: "The ad was never the problem.",
  lead: `${brand.name} began with one inbox that nobody had time to read. Ours is open below: the last nine messages, and how long each of them waited.`,

  story: {
    headline: "61 people asked. Nine got an answer.",
    paragraphs: [
      "In March 2021 we ran ads for a physio studio with two treatment rooms. They worked: 61 people asked for an appointment. The studio was full of patients, so the phone was in a drawer. Nine of the 61 heard back on the same day, four came.",
      "In April we left the ads as they were and took the phone. We answered every message ourselves, within five minutes, for four weeks. 58 people asked, 58 heard back, 17 came. Same ad, same price, same two rooms.",
      "So we stopped selling clicks. We build what sits behind them: a page that asks the right three questions, a text that goes out while the thumb is still on the glass, a calendar that offers real slots, and a report that says which ad paid.",
    ],
    months: [
      { month: "March 2021", asked: 61, answered: 9, came: 4, note: "answered between patients" },
      { month: "April 2021", asked: 58, answered: 58, came: 17, note: "answered within five minutes" },
    ],
  },

  week: {
    headline: "The same week, every week.",
    text: "No kick-off decks, no status calls. Each day has one job, and the inbox is read on all of them.",
    note: "All times in Portland.",
  },

  refusals: {
    headline: "What we refuse.",
    items: [
      {
        what: "To promise your number",
        why: "Ours are ranges with a window and a source. Whoever promises yours has not seen your offer.",
      },
      {
        what: "Lists that were bought",
        why: "People who never asked do not book. They complain, and your number gets blocked.",
      },
      {
        what: "A message you have not read",
        why: "It goes out in your name. You see each text before the first lead does.",
      },
      {
        what: "Two changes at once",
        why: "If the page and the price change in the same week, nobody learns which one worked.",
      },
      {
        what: "Ads under $3,000 a month",
        why: "With less, our fee and the learning eat the budget. We say so, and offer a funnel without ads.",
      },
      {
        what: "To lend your contacts",
        why: "Your leads are yours. They are not an audience for the client next door.",
      },
    ],
  },

  numbers: {
    headline: "Three numbers, and what they count.",
    text: "A number without a window and a source is decoration. These come from clients’ own pipelines and invoices.",
    /** In the order of brand.claims. */
    counts: [
      {
        counts: "What a client’s funnel brought in its first 30 days, divided by what it cost: setup, month and ads.",
        leaves: "A range, not an average. Your offer’s price decides where you land.",
      },
      {
        counts: "Clients who could have cancelled in the last 12 months, and stayed: 47 of 50.",
        leaves: "Launch clients count from their second month on.",
      },
      {
        counts: "Sales that clients marked as won, divided by the spend the platforms billed: $3.40 for every dollar.",
        leaves: "Over all ad accounts that we manage, the bad months included.",
      },
    ],
  },

  people: {
    headline: "Who answers you.",
    text: "Seven people, three time zones, no account managers. Whoever builds your funnel also reads your messages.",
    zone: "Portland time",
  },

  closing: {
    headline: "Start our clock.",
    text: "Write what you sell and what one client pays you. You will know how fast we answer, because you will see it.",
    steps: [
      { when: "24 hours", what: "The most you wait for an answer. It comes from one of the seven." },
      { when: "One call", what: "With the person who would build your funnel." },
      { when: "One page", what: "What we would build, what it costs, and when it is live." },
    ],
  },
} as const;

/** The reply log of the hero: minutes until a person's first answer. The newest message is still waiting. */
export const replies: readonly { at: string; from: string; about: string; by: string; minutes: number; open?: true }[] =
  [
    {
      at: "Tue 10:14",
      from: "Yoga studio, Austin",
      about: "Application, Base",
      by: "Maren has it",
      minutes: 6,
      open: true,
    },
    { at: "Tue 09:31", from: "Barber, Leeds", about: "Is Legacy enough?", by: "Imani", minutes: 18 },
    { at: "Tue 08:50", from: "Dental group, Tampa", about: "Third calendar", by: "Priyanka", minutes: 41 },
    { at: "Mon 22:05", from: "Coach, Lisbon", about: "Application, Launch", by: "Nuno", minutes: 534 },
    { at: "Mon 17:48", from: "Skin clinic, Denver", about: "Wording of SMS 3", by: "Maren", minutes: 72 },
    { at: "Mon 15:20", from: "Law firm, Reno", about: "Not a fit, we said so", by: "Theo", minutes: 95 },
    { at: "Mon 11:02", from: "Tattoo studio, Porto", about: "Ads at $900 a month", by: "Nuno", minutes: 27 },
    { at: "Sun 19:36", from: "Pilates studio, Boise", about: "Application, Pro", by: "Imani", minutes: 801 },
    { at: "Sat 12:10", from: "Photographer, York", about: "Go-live day", by: "Priyanka", minutes: 1290 },
  ];

/** The agency's week: hours as numbers on a 24-hour clock, days from Monday. */
export const week: readonly {
  day: string;
  job: string;
  blocks: readonly { from: number; to: number; what: string; hot?: true }[];
}[] = [
  {
    day: "Mon",
    job: "Read",
    blocks: [
      { from: 9, to: 11, what: "Reports go out, one page each", hot: true },
      { from: 11, to: 14, what: "Ads paused or fed, as the reports say" },
      { from: 15, to: 17, what: "Calls on what changes" },
    ],
  },
  {
    day: "Tue",
    job: "Test",
    blocks: [
      { from: 9, to: 12, what: "Next version written" },
      { from: 13, to: 16, what: "Tests go live, one per funnel" },
    ],
  },
  {
    day: "Wed",
    job: "Build",
    blocks: [
      { from: 9, to: 13, what: "New funnels: page, pipeline, messages" },
      { from: 14, to: 17, what: "A test lead sent through each" },
    ],
  },
  {
    day: "Thu",
    job: "Listen",
    blocks: [
      { from: 9, to: 11, what: "Ten threads read as the lead reads them" },
      { from: 12, to: 16, what: "Strategy calls with Pro and Enterprise" },
    ],
  },
  {
    day: "Fri",
    job: "Close",
    blocks: [
      { from: 9, to: 12, what: "Pipelines checked against invoices" },
      { from: 13, to: 15, what: "Next week’s one job per client" },
    ],
  },
];

/** Who works when, in Portland time. If `from` is larger than `to`, the shift ends after midnight. */
export const people: readonly { name: string; where: string; answersFor: string; from: number; to: number }[] = [
  {
    name: "Theo Lindqvist",
    where: "Portland",
    answersFor: "Whether we are right for you, and the price",
    from: 8,
    to: 16,
  },
  { name: "Maren Okafor", where: "Portland", answersFor: "Pages and messages", from: 9, to: 17 },
  { name: "Imani Castellano", where: "Portland", answersFor: "Pipelines, calendars, what broke", from: 11, to: 19 },
  {
    name: "Priyanka Rao",
    where: "Toronto",
    answersFor: "Enterprise: routing and reporting by location",
    from: 5,
    to: 13,
  },
  { name: "Sam Okonjo", where: "Toronto", answersFor: "Tests: what changes next, and what won", from: 6, to: 14 },
  { name: "Nuno Marques", where: "Lisbon", answersFor: "Ad accounts in Europe, mornings", from: 0, to: 8 },
  { name: "Rita Falcão", where: "Lisbon", answersFor: "Invoices and the audit trail", from: 1, to: 9 },
];
