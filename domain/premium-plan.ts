/** The premium plan: what it costs a month, how long it is free at first (spec §9), and what it has (spec §2). */
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
} as const;
