/** Who an offer suits and who it does not (spec §2, the Yes / Not Now list of each tier). */
export type Fit = { yes: readonly string[]; notNow: readonly string[] };

/** Spec §2: legacy, launch, base, pro, enterprise, general, ads. */
export type FitGroup = "legacy" | "launch" | "base" | "pro" | "enterprise" | "general" | "ads";

/** Each "Not Now" names an alternative if there is one. SAMPLE CONTENT, except the figures of spec §9. */
export const fits: Record<FitGroup, Fit> = {
  general: {
    yes: [
      "You sell something that starts with a conversation: a call, a visit, a consultation",
      "People already find you on Instagram or through ads",
      "One client pays you $100 or more",
      "You lose leads because no one replies in time",
      "You can take more calls than you get now",
      "You want to see, in numbers, which ad paid off",
    ],
    notNow: [
      "You sell through a shopping cart. Online stores need other tools",
      "You don’t have an offer yet. Sell it to three people by hand first",
      "Your calendar is full and will stay that way",
      "No one on your side can call leads back",
      "You want guaranteed revenue. No honest agency offers that",
      "You want someone to post for you. We don’t run feeds",
    ],
  },
  legacy: {
    yes: [
      "One client pays you $100 to $500",
      "You sell one thing and can say what it costs",
      "You answer your own messages",
      "You have photos, a price, and a location, but no page",
      "You want leads in one list, not four inboxes",
      "You’d rather start small and move up",
    ],
    notNow: [
      "You need automatic booking. Choose Launch",
      "You want leads followed up for days. See Base",
      "You sell five services to five kinds of people",
      "You want your ads managed too. See Advertisements",
      "You need a store, a members’ area, or a blog",
      "Your offer still changes every week",
    ],
  },
  launch: {
    yes: [
      "One client pays you $200 to $750",
      "You want to be live this week, not this quarter",
      "You sell by appointment and keep a calendar",
      "People message you at night and book elsewhere by morning",
      "You can give us access on day 1",
      "You’re ready to take calls starting on day 4",
    ],
    notNow: [
      "You don’t know your price yet. Come back when you do",
      "You can’t take calls for the next two weeks",
      "You want five touches and a weekly report. See Base",
      "You want every headline tested. See Pro",
      "You only need a page and a reply. Choose Legacy",
      "Three people have to approve every sentence",
    ],
  },
  base: {
    yes: [
      "One client pays you $500 to $2,000",
      "Leads come in most weeks, and some never get a reply",
      "You know people need to be asked more than once",
      "You want as many calls next week as you had this week",
      "Someone can read one page on Monday and decide",
      "An email reply within 1 business day is soon enough",
    ],
    notNow: [
      "You aren’t live yet. Launch gets you there in days",
      "You get only a couple of leads a week. Fill the top of your funnel first",
      "You want A/B tests and a strategy call. See Pro",
      "You book into more than one location. See Enterprise",
      "No one is free to take the booked calls",
      "You only want ads. See Advertisements",
    ],
  },
  pro: {
    yes: [
      "One client pays you $2,000 to $5,000",
      "You already get leads every week, from ads or referrals",
      "Someone takes sales calls and has time for more",
      "You can answer a question about wording within two days",
      "You want to know why something worked",
      "You look at your numbers once a week",
    ],
    notNow: [
      "Your offer changes every month. Start with Launch",
      "You get only a couple of leads a week. That’s too few to test on",
      "No one is free to take the booked calls",
      "You only want ads. See Advertisements",
      "You need more than one location. See Enterprise",
      "You want guaranteed revenue. No honest agency offers that",
    ],
  },
  enterprise: {
    yes: [
      "One client pays you $5,000 or more",
      "You book into two or three locations, teams, or brands",
      "Leads end up in the wrong calendar, or in none at all",
      "One person owns the numbers for every location",
      "You need an answer within 4 business hours when something breaks",
      "Each location has someone who takes calls",
    ],
    notNow: [
      "You have one location. Pro does the same for less",
      "You need more than three pipelines or calendars. Ask us for a quote",
      "Your locations can’t agree on one offer yet",
      "You have no price per client yet, so we can’t size it",
      "You want software without people. This comes with both",
      "You need it live tomorrow. Start one location on Launch",
    ],
  },
  ads: {
    yes: [
      "You can spend at least $3,000 a month on ads",
      "You know what a client pays you and what one can cost you",
      "Someone replies to leads the same day",
      "You have a page that books, or you’ll add one of our funnels",
      "You drop a losing ad when the numbers say so",
      "The ad account is yours and stays yours",
    ],
    notNow: [
      "Your budget is under $3,000 a month. Our fee and the learning phase would eat it",
      "Your page doesn’t book yet. Start with Launch or Base",
      "You want followers. We buy leads",
      "You need results by Friday",
      "You can’t say what a client is worth to you",
      "You want a committee to approve every ad",
    ],
  },
};
