import type { Lead } from "./list-lead-groups.ts";

/** The sources of spec §3 in words. */
const SOURCES: Record<string, string> = {
  website_form: "Website form",
  referral: "Referral",
  social_media: "Social media",
  landing_page: "Landing page",
  other: "Other",
};

export function sourceText(source: string): string {
  return SOURCES[source] ?? source;
}

/** How a lead is called: by name, else by e-mail. */
export function leadName({ first_name, last_name, email }: Lead): string {
  return [first_name, last_name].filter(Boolean).join(" ") || email || "Unnamed lead";
}
