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
