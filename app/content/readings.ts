/**
 * Spec §9: some texts differ from the pricing table, and both versions stay. Each version is defined once here and used only in
 * its own place. Compared or charged prices are those of the pricing table in tiers.ts.
 */
export const conflictingClaims = {
  /**
   * Meta descriptions of the tier pages, used only there, because search results have quoted them. Launch has no version of its
   * own.
   */
  pageDescription: {
    legacy: "$500 install + $2000/month",
    base: "$50 + $350/month",
    pro: "$50 + $500/month",
    enterprise: "$50 + $750/month",
  },
  /** The general FAQ names the cheapest option. */
  generalFaq: { legacy: "$50 install plus $200/month" },
  /** How long Launch takes: the range on the page, the usual time in its FAQ, the install and its day in the process. */
  launchDays: { setup: "3–7 days", faq: "3 days", install: "3–6 day install", goLive: "Go-Live Day 4" },
  /** The general FAQ uses the terms' wording; a tier's FAQ names the notice period. */
  cancellation: {
    general: "not within 10 days before a new billing cycle",
    tier: "14-day notice",
    refunds: "There are no refunds for partial months.",
  },
} as const;
