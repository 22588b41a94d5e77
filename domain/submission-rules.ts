/** Spec §9, Form options; the first of each list, or the one named as default, is what a fresh form shows. */
export const adSpendOptions = ["Less than $5,000", "$5,000 - $15,000", "$15,000 - $50,000", "$50,000+"] as const;

export const interestOptions = [
  "Performance Partnership",
  "Legacy Funnel",
  "Launch Funnel",
  "Base Funnel",
  "Pro Funnel",
  "Enterprise Funnel",
  "Custom Project",
  "Not sure yet",
] as const;

export const timelineOptions = ["ASAP", "Within The Next Two Weeks", "30–60 days", "60–90 days", "90+ days"] as const;
export const defaultTimeline: (typeof timelineOptions)[number] = "30–60 days";

export const bestContactOptions = ["Email", "SMS", "Phone"] as const;

/** Spec §5: what has to be filled in, and what is said when it is not. */
export const contactRules = {
  required: ["firstName", "lastName", "email", "goals"],
  title: "Please fill in all required fields",
  text: "First name, last name, email, and goals are required.",
} as const;

export const applicationRules = {
  required: ["full_name", "email", "company", "target_new_clients_per_month"],
  title: "Please complete all required fields",
  text: "All starred (*) fields are required.",
} as const;

/** What is said when everything is filled in and something cannot be right. */
export const invalidFieldsNotice = {
  title: "Please check the marked fields",
  text: "Nothing has been sent yet.",
} as const;

export const requiredFieldText = "This field is required.";
export const invalidEmailText = "Enter an email address such as name@example.com.";
export const invalidWebsiteText = "Enter an address such as https://example.com.";

/** The longest answers, in characters, as the database takes them. */
export const maxLengths = {
  name: 100,
  fullName: 200,
  email: 320,
  company: 200,
  short: 100,
  phone: 50,
  address: 2048,
  text: 10_000,
};

/** A form that is filled in faster than this was not filled in by a person. */
export const MIN_HUMAN_MS = 2_000;

/** What a person types without its beginning is still an address. Empty when it cannot be one. */
export function websiteAddress(typed: string): string {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(address)) return "";
  const { protocol, hostname } = new URL(address);
  return /^https?:$/.test(protocol) && /^[^.]+(\.[^.]+)+$/.test(hostname) ? address : "";
}
