import type { Tier } from "./tiers.ts";

type Row = { what: string } & Record<Tier["id"], string>;

const NONE = "None";

/**
 * What a tier has that its neighbors lack; prices are in tiers.ts. Support of Base and Enterprise, tests and pipelines: spec §9.
 */
export const comparison: readonly Row[] = [
  {
    what: "Replies",
    legacy: "First SMS",
    launch: "First SMS, reminders",
    base: "Five touches",
    pro: "Five touches, no-show recovery",
    enterprise: "Five touches, no-show recovery",
  },
  { what: "Calendars", legacy: NONE, launch: "One", base: "One", pro: "One", enterprise: "Up to three" },
  { what: "Pipelines", legacy: "A list of leads", launch: "One", base: "One", pro: "One", enterprise: "Up to three" },
  { what: "Report", legacy: NONE, launch: NONE, base: "Weekly", pro: "Weekly", enterprise: "Weekly, by location" },
  {
    what: "A/B tests",
    legacy: NONE,
    launch: NONE,
    base: NONE,
    pro: "At least one a month",
    enterprise: "At least one a month",
  },
  { what: "Strategy call", legacy: NONE, launch: NONE, base: NONE, pro: "Monthly", enterprise: "Monthly" },
  {
    what: "Support",
    legacy: "Email",
    launch: "Email",
    base: "Email, within 1 business day",
    pro: "Email, within 1 business day",
    enterprise: "Priority, within 4 business hours",
  },
];

/** Something that a tier and every higher one include. Each tier includes what the lower ones do (tiers.ts). */
export const inclusions = {
  page: { what: "Landing page and form", from: "legacy" },
  firstSms: { what: "Instant SMS reply", from: "legacy" },
  reminders: { what: "SMS and email reminders", from: "launch" },
  followUp: { what: "Five-touch follow-up", from: "base" },
  noShows: { what: "No-show recovery", from: "pro" },
  scoring: { what: "Lead scoring by answer", from: "pro" },
  routing: { what: "Routing by location", from: "enterprise" },
} as const satisfies Record<string, { what: string; from: Tier["id"] }>;

/** The texts of the comparison on the pricing page. */
export const sideBySide = {
  headline: "Compare the funnels.",
  text: "Each funnel includes everything in the ones before it. Here is what changes from one to the next.",
  caption: "The five funnels side by side",
  first: "Compare",
  second: "with",
  included: "Included",
  missing: "Not included",
  groups: {
    price: "Price",
    pipeline: "Page and pipeline",
    replies: "Replies",
    growth: "Reports, tests and support",
  },
} as const;
