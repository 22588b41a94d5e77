/** The premium plan: its monthly price and its free trial (spec §9), and its features (spec §2). */
export const premiumPlan = {
  monthly: { amount: 4900, currency: "usd" },
  trialDays: 7,
  features: [
    "Notion CRM Integration",
    "Facebook Ads Tracking",
    "Email & SMS Campaigns",
    "Landing Page Builder",
    "Advanced Analytics",
    "Invoice Management",
  ],
  /** Part of the plan that does not exist yet. Screens say so wherever they list the features. */
  comingNext: ["Facebook Ads Tracking", "Email & SMS Campaigns"],
} as const;

/** Whether a feature of the plan is still to come. */
export const isComingNext = (feature: string): boolean => premiumPlan.comingNext.some((one) => one === feature);

/** Where a person sees and manages their plan. */
export const PLAN_PATH = "/settings?section=plan";
