/** The steps after a visitor writes, on every tier page. "Within 24 hours" is the promise of spec §9. */
export const closingSteps = [
  { when: "24 hours", what: "You hear from a person: yes, no, or not yet." },
  { when: "One call", what: "We look at your offer, your ads, and your calendar together." },
  { when: "One page", what: "You get what we’d build, its price, and its start date." },
] as const;
