/**
 * Spec §9: copy elsewhere disagrees with the pricing table, and both readings stand. Each reading is written here once and
 * used in its own place only. Prices that are compared or charged are those of the pricing table in tiers.ts.
 */
export const conflictingClaims = {
  /** Meta descriptions of the tier pages, and nowhere else: search results have quoted these. Launch has no reading of its own. */
  pageDescription: {
    legacy: "$500 install + $2000/month",
    base: "$50 + $350/month",
    pro: "$50 + $500/month",
    enterprise: "$50 + $750/month",
  },
  /** The general FAQ names the smallest way in. */
  generalFaq: { legacy: "$50 install plus $200/month" },
  /** How long Launch takes: the range on the page, the usual case in its FAQ, the install with its day in the process. */
  launchDays: { setup: "3–7 days", faq: "3 days", install: "3–6 day install", goLive: "Go-Live Day 4" },
  /** The general FAQ speaks as the terms do; the FAQ of a tier speaks of notice. */
  cancellation: {
    general: "not within 10 days before a new billing cycle",
    tier: "14-day notice",
    refunds: "There are no refunds for partial months.",
  },
} as const;
