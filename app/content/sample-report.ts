/** The clinic's week in its owner's Monday report. SAMPLE CONTENT; the days add up to the totals. */
export const report = {
  period: "May 11–17",
  totals: [
    { what: "Leads", figure: "42", note: "+6 vs. last week" },
    { what: "Calls booked", figure: "19", note: "45% of leads" },
    { what: "Showed up", figure: "16", note: "84% of booked" },
    { what: "Won", figure: "6", note: "$8,950" },
  ],
  days: [
    { day: "Mon", leads: 5, booked: 2 },
    { day: "Tue", leads: 7, booked: 3 },
    { day: "Wed", leads: 4, booked: 1 },
    { day: "Thu", leads: 8, booked: 4 },
    { day: "Fri", leads: 6, booked: 3 },
    { day: "Sat", leads: 7, booked: 3 },
    { day: "Sun", leads: 5, booked: 3 },
  ],
  ads: [
    { ad: "May skin, story", dollars: 31, best: true },
    { ad: "Scar care, reel", dollars: 44 },
    { ad: "Retargeting", dollars: 54 },
    { ad: "Local reach", dollars: 61 },
    { ad: "Brand search", dollars: 82 },
  ],
  decision: "Brand search is paused as of today. Its budget moves to May skin.",
} as const;

/** The follow-up of a lead who has not answered: five touches, and what stops them. */
export const followUp: readonly { at: string; by: string; words: string; stop?: true }[] = [
  { at: "+0:02", by: "SMS", words: "Hi Elena, Dana from Kiln here. Is this week too soon?" },
  { at: "+0:30", by: "Email", words: "What the first visit looks like, and what it costs" },
  { at: "day 1", by: "SMS", words: "Two slots opened on Thursday. Should I hold one?" },
  { at: "day 3", by: "Call", words: "Dana, with the form answers on screen" },
  { at: "day 6", by: "SMS", words: "I’ll close your file unless you tell me not to." },
  { at: "any reply", by: "Stops here", words: "A person takes over in the same thread.", stop: true },
];
