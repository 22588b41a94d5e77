import { brand } from "./brand.ts";

/**
 * The agency's own story. SAMPLE CONTENT, except the claims of spec §9: people, dates, clients and figures are invented. Totals
 * must still add up after a change.
 */
export const about = {
  title: `About: the agency that answers | ${brand.name}`,
  description:
    "How one studio’s slow inbox became an agency for booking and lead capture: how we work, what we refuse, what our numbers count, and who replies to you.",
  headline: "The ad was never the problem.",
  lead: `${brand.name} began with one inbox that no one had time to read. Ours is open below: the last nine messages, and how long each one waited.`,

  story: {
    headline: "61 people asked. Nine got an answer.",
    paragraphs: [
      "In March 2021 we ran ads for a physical therapy studio with two treatment rooms. They worked: 61 people asked for an appointment. But the studio was full of patients, so the phone stayed in a drawer. Nine of the 61 heard back the same day, and four came in.",
      "In April we left the ads alone and took over the phone. For four weeks, we answered every message ourselves within five minutes. 58 people asked, 58 heard back, and 17 came in. Same ad, same price, same two rooms.",
      "So we stopped selling clicks. We build what comes after them: a page that asks the right three questions, a text that goes out before they put the phone down, a calendar that offers real openings, and a report that shows which ad paid off.",
    ],
    months: [
      { month: "March 2021", asked: 61, answered: 9, came: 4, note: "answered between patients" },
      { month: "April 2021", asked: 58, answered: 58, came: 17, note: "answered within five minutes" },
    ],
  },

  week: {
    headline: "The same week, every week.",
    text: "No kickoff decks, no status calls. Each day has one job, and we read the inbox every day.",
    note: "All times are Portland time.",
  },

  refusals: {
    headline: "What we won’t do.",
    items: [
      {
        what: "Promise you a number",
        why: "Ours are ranges with a time window and a source. Anyone who promises you a number hasn’t seen your offer.",
      },
      {
        what: "Buy lists",
        why: "People who never asked don’t book. They complain, and your number gets blocked.",
      },
      {
        what: "Send a message you haven’t read",
        why: "It goes out in your name, so you see every text before the first lead does.",
      },
      {
        what: "Change two things together",
        why: "If the page and the price change in the same week, no one learns which one worked.",
      },
      {
        what: "Run ads under $3,000 a month",
        why: "Below that, our fee and the learning phase eat the budget. We’ll say so, and offer you a funnel without ads.",
      },
      {
        what: "Lend out your contacts",
        why: "Your leads are yours. They aren’t an audience for the client next door.",
      },
    ],
  },

  numbers: {
    headline: "Three numbers, and what they count.",
    text: "A number without a time window and a source is decoration. These come from our clients’ own pipelines and invoices.",
    /** In the order of brand.claims. */
    counts: [
      {
        counts:
          "What a client’s funnel brought in during its first 30 days, divided by what it cost: setup, monthly fee, and ads.",
        leaves: "A range, not an average. The price of your offer decides where you land.",
      },
      {
        counts: "Clients who could have canceled in the last 12 months but stayed: 47 of 50.",
        leaves: "Launch clients count from their second month.",
      },
      {
        counts: "Sales that clients marked as won, divided by what the platforms billed: $3.40 for every dollar.",
        leaves: "Across every ad account we manage, bad months included.",
      },
    ],
  },

  people: {
    headline: "The people who reply.",
    text: "Seven people, three time zones, no account managers. The person who builds your funnel also reads your messages.",
    zone: "Portland time",
  },

  closing: {
    headline: "Start our clock.",
    text: "Tell us what you sell and what one client pays you. You’ll see for yourself how fast we reply.",
    steps: [
      { when: "24 hours", what: "The longest you’ll wait for a reply. It comes from one of the seven." },
      { when: "One call", what: "With the person who would build your funnel." },
      { when: "One page", what: "What we’d build, what it costs, and when it goes live." },
    ],
  },
} as const;

/** The reply log of the hero: minutes until a person's first answer. The newest message is still waiting. */
export const replies: readonly { at: string; from: string; about: string; by: string; minutes: number; open?: true }[] =
  [
    {
      at: "Tue 10:14 AM",
      from: "Yoga studio, Austin",
      about: "Application, Base",
      by: "Maren has it",
      minutes: 6,
      open: true,
    },
    { at: "Tue 9:31 AM", from: "Barber, Leeds", about: "Is Legacy enough?", by: "Theo", minutes: 18 },
    { at: "Tue 8:50 AM", from: "Dental group, Tampa", about: "Third calendar", by: "Priyanka", minutes: 41 },
    { at: "Mon 10:05 PM", from: "Coach, Lisbon", about: "Application, Launch", by: "Nuno", minutes: 534 },
    { at: "Mon 5:48 PM", from: "Skin clinic, Denver", about: "A text sent twice", by: "Imani", minutes: 72 },
    { at: "Mon 3:20 PM", from: "Law firm, Reno", about: "Wording of SMS 3", by: "Maren", minutes: 95 },
    { at: "Mon 7:02 AM", from: "Tattoo studio, Porto", about: "Ads at $900 a month", by: "Nuno", minutes: 27 },
    { at: "Sun 7:36 PM", from: "Pilates studio, Boise", about: "Application, Pro", by: "Theo", minutes: 801 },
    { at: "Sat 12:10 PM", from: "Photographer, York", about: "Go-live day", by: "Priyanka", minutes: 1290 },
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
      { from: 11, to: 14, what: "Ads paused or scaled, per the reports" },
      { from: 15, to: 17, what: "Calls about what changes" },
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
      { from: 9, to: 11, what: "Ten threads read the way a lead would" },
      { from: 12, to: 16, what: "Strategy calls with Pro and Enterprise" },
    ],
  },
  {
    day: "Fri",
    job: "Close",
    blocks: [
      { from: 9, to: 12, what: "Pipelines checked against invoices" },
      { from: 13, to: 15, what: "Next week’s top job for each client" },
    ],
  },
];

/** Who works when, in Portland time. If `from` is larger than `to`, the shift ends after midnight. */
export const people: readonly { name: string; where: string; answersFor: string; from: number; to: number }[] = [
  {
    name: "Theo Lindqvist",
    where: "Portland",
    answersFor: "Whether we’re a fit, and the price",
    from: 8,
    to: 16,
  },
  { name: "Maren Okafor", where: "Portland", answersFor: "Pages and messages", from: 9, to: 17 },
  { name: "Imani Castellano", where: "Portland", answersFor: "Pipelines, calendars, and what broke", from: 11, to: 19 },
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
