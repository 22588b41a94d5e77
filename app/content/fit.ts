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
      "You lose leads because nobody answers in time",
      "You can take more calls than you have now",
      "You want to see which ad paid, in figures",
    ],
    notNow: [
      "You sell from a cart. A shop needs other tools than ours",
      "You have no offer yet. Sell it to three people by hand first",
      "Your calendar is full and stays full",
      "Nobody can call a lead back, on any day",
      "You want a guarantee on revenue. Nobody honest has one",
      "You want somebody to post for you. We do not run feeds",
    ],
  },
  legacy: {
    yes: [
      "One client pays you $100 to $500",
      "You sell one thing, and can say what it costs",
      "You answer your own messages",
      "You have photos, a price and a place, but no page for them",
      "You want leads in one list, not in four inboxes",
      "You would rather start small and move up",
    ],
    notNow: [
      "You need a calendar that books by itself. Take Launch",
      "You want leads followed up for days. See Base",
      "You sell five services to five kinds of people",
      "You want ads managed as well. See Advertisements",
      "You need a shop, a members’ area or a blog",
      "Your offer is still changing every week",
    ],
  },
  launch: {
    yes: [
      "One client pays you $200 to $750",
      "You want to be live this week, not this quarter",
      "You sell by appointment and keep a calendar",
      "People write to you in the evening and book elsewhere by morning",
      "You can give us access on day 1",
      "You are ready to take calls from day 4",
    ],
    notNow: [
      "You do not know your price yet. Come back with one",
      "You cannot take a call in the next two weeks",
      "You want five touches and a weekly report. See Base",
      "You want every headline tested. See Pro",
      "You only need a page and a reply. Take Legacy",
      "Three people have to approve each sentence",
    ],
  },
  base: {
    yes: [
      "One client pays you $500 to $2,000",
      "Leads come in most weeks, and some are never answered",
      "You know that people need asking more than once",
      "You want the same number of calls next week as this week",
      "Somebody reads one page on Monday and decides",
      "An email answered within 1 business day is soon enough",
    ],
    notNow: [
      "You are not live yet. Launch gets you there in days",
      "You get fewer than a few leads a week. Fill the top first",
      "You want A/B tests and a strategy call. See Pro",
      "You book into more than one location. See Enterprise",
      "Nobody can take the calls that get booked",
      "You want ads only. See Advertisements",
    ],
  },
  pro: {
    yes: [
      "One client pays you $2,000 to $5,000",
      "You already get leads every week, from ads or referrals",
      "Somebody takes sales calls, and has hours for more",
      "You can answer a wording question within two days",
      "You want to know why something worked",
      "You look at a number once a week",
    ],
    notNow: [
      "Your offer changes every month. Take Launch first",
      "Fewer than a few leads a week: nothing to test on yet",
      "Nobody can take the calls that get booked",
      "You want ads only. See Advertisements",
      "You need more than one location. See Enterprise",
      "You want a guarantee on revenue. Nobody honest has one",
    ],
  },
  enterprise: {
    yes: [
      "One client pays you $5,000 or more",
      "You book into two or three locations, teams or brands",
      "Leads end up in the wrong calendar, or in none",
      "Somebody answers for the numbers of all locations",
      "You need an answer within 4 business hours when something breaks",
      "Each location has a person who takes calls",
    ],
    notNow: [
      "You have one location. Pro does the same for less",
      "You need more than three pipelines or calendars. Ask us for a quote",
      "Your locations cannot agree on one offer yet",
      "You have no price per client. We could not size it",
      "You want software without people. This comes with both",
      "You need it live tomorrow. Start one location on Launch",
    ],
  },
  ads: {
    yes: [
      "You can spend at least $3,000 a month on ads",
      "You know what a client pays you, and what one may cost you",
      "Somebody answers leads the same day",
      "You have a page that books, or take one of our funnels with it",
      "You let a losing ad go when the figures say so",
      "The ad account is yours, and stays yours",
    ],
    notNow: [
      "Your budget is under $3,000 a month: the fee and the learning would eat it",
      "Your page does not book yet. Start with Launch or Base",
      "You want followers. We buy leads",
      "You need a result by Friday",
      "You cannot say what a client is worth to you",
      "You want to approve every ad in a committee",
    ],
  },
};
