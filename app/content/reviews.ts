/** A client's quote, with figures if the client allows them. */
export type Review = {
  words: string;
  name: string;
  client: string;
  tier: string;
  changes?: readonly { what: string; before: string; after: string }[];
};

/**
 * The three reviews of the home page (spec §2). SAMPLE CONTENT: people, companies and figures are invented; replace all of it.
 */
export const reviews: readonly [Review, ...Review[]] = [
  {
    words:
      "I used to answer messages at eleven at night and still lose people. Now the first text is out before I’ve put down the tweezers, and my Thursdays are full.",
    name: "Rosa Marchetti",
    client: "Kiln Aesthetics",
    tier: "Base",
    changes: [
      { what: "First reply", before: "6 h", after: "2 min" },
      { what: "Booked calls a week", before: "7", after: "19" },
    ],
  },
  {
    words: "The Monday report is one page. I know which ad paid for itself and which one to turn off.",
    name: "Tom Adeyemi",
    client: "Fieldhouse",
    tier: "Pro",
  },
  {
    words: "Live on day four, just like they said. The first booked call came on day five.",
    name: "Inés Caro",
    client: "Casa Verbena",
    tier: "Launch",
  },
];
