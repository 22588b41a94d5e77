/** The name of each source of a lead (spec §3), where there is room for it. */
export const SOURCE_NAMES: Record<string, string> = {
  website_form: "Website form",
  referral: "Referral",
  social_media: "Social media",
  landing_page: "Landing page",
  other: "Other",
};
