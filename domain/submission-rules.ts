import { phoneProblem } from "./phone.ts";

/** Spec §9, Form options. A new form shows the first of each list, or the default named there. */
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

/** The best contacts that need a phone number. The database has the same rule (private.check_application). */
const phoneChannels: readonly string[] = ["SMS", "Phone"] satisfies (typeof bestContactOptions)[number][];

/** Spec §5: the required fields, and the message if one is missing. */
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

/** The message if everything is filled in but a value is invalid. */
export const invalidFieldsNotice = {
  title: "Please check the highlighted fields",
  text: "Nothing has been sent yet.",
} as const;

export const requiredFieldText = "This field is required.";
export const invalidEmailText = "Enter an email address such as name@example.com.";
export const invalidWebsiteText = "Enter a web address such as https://example.com.";
const requiredPhoneText = "Enter a number, or choose email as best contact.";
export const invalidPhoneText = "Enter a phone number such as (503) 555-0148.";
const invalidCountText = "Enter a number such as 10, or a range.";
const invalidAmountText = "Enter an amount such as $1,200, or a range.";

/** The maximum lengths in characters, as in the database. */
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

/** Accepts an address without its scheme. Empty if the text cannot be an address. */
export function websiteAddress(typed: string): string {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(address)) return "";
  const { protocol, hostname } = new URL(address);
  return /^https?:$/.test(protocol) && /^[^.]+(\.[^.]+)+$/.test(hostname) ? address : "";
}

/** At least one digit other than zero, and no minus sign in front of it: '10', '8–12', 'about 20', '$1.5k'. */
const isPositiveFigure = (typed: string) => /^[^\d\-−–]*\d/.test(typed) && /[1-9]/.test(typed);

type Answers = {
  best_contact?: string | null | undefined;
  phone?: string | null | undefined;
  target_new_clients_per_month?: string | null | undefined;
  avg_deal_size?: string | null | undefined;
};

/** What is wrong with the answers that depend on each other or are figures, by field. Missing answers are the caller's to check. */
export function applicationProblems(answers: Answers): Record<string, string> {
  const problems: Record<string, string> = {};
  const phone = answers.phone?.trim() ?? "";
  if (phone ? phoneProblem(phone) : phoneChannels.includes(answers.best_contact ?? ""))
    problems.phone = phone ? invalidPhoneText : requiredPhoneText;
  const { target_new_clients_per_month: target, avg_deal_size: size } = answers;
  if (target && !isPositiveFigure(target)) problems.target_new_clients_per_month = invalidCountText;
  if (size && !isPositiveFigure(size)) problems.avg_deal_size = invalidAmountText;
  return problems;
}
