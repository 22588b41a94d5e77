import { formatCount } from "./format-count.ts";
import { unitedStates } from "./format-locale.ts";
import { formatDollars, formatMoney } from "./money.ts";

/** Which demo values a page shows (spec §2, Demo metrics section). */
export type DemoVariant = "legacy" | "launch" | "base" | "pro" | "enterprise" | "ads";

/**
 * One set of demo values (spec §3). The chart is between `chartBase` and `chartBase + chartRange`, in leads per day.
 */
export type DemoMetrics = {
  leads: number;
  calls: number;
  /** Minutes. */
  responseTime: number;
  /** Percent. */
  conversionRate: number;
  chartBase: number;
  chartRange: number;
};

/** A card of the section: its exact label, and its formatted value. */
export type DemoCard = { label: string; value: string };

/** Spec §9, Demo values per tier. It does not specify the charts: a day has about a seventh of the weekly leads. */
export const demoMetrics: Record<DemoVariant, DemoMetrics> = {
  legacy: { leads: 127, calls: 32, responseTime: 18, conversionRate: 22, chartBase: 13, chartRange: 10 },
  launch: { leads: 284, calls: 89, responseTime: 11, conversionRate: 31, chartBase: 30, chartRange: 21 },
  base: { leads: 567, calls: 198, responseTime: 6, conversionRate: 42, chartBase: 60, chartRange: 42 },
  pro: { leads: 1247, calls: 586, responseTime: 3, conversionRate: 58, chartBase: 135, chartRange: 86 },
  enterprise: { leads: 2834, calls: 1523, responseTime: 1, conversionRate: 71, chartBase: 320, chartRange: 170 },
  ads: { leads: 1847, calls: 892, responseTime: 2.4, conversionRate: 4.8, chartBase: 95, chartRange: 64 },
};

/**
 * The variant of a page, from its path: /advertisements shows ads, every other tier its own, and all other pages Base.
 */
export function demoVariant(path: string): DemoVariant {
  const name = path.replace(/^\/|\/$/g, "");
  if (name === "advertisements") return "ads";
  return Object.hasOwn(demoMetrics, name) ? (name as DemoVariant) : "base";
}

/**
 * The four cards of a variant, in order. In the Ads set, the four values fill Ad Spend, Leads Generated, Cost Per Lead
 * and ROAS. In all other sets, the labels contain the units.
 */
export function demoCards(variant: DemoVariant): readonly [DemoCard, DemoCard, DemoCard, DemoCard] {
  const { leads, calls, responseTime, conversionRate } = demoMetrics[variant];
  const count = (value: number) => formatCount(value, unitedStates);
  if (variant === "ads")
    return [
      { label: "Ad Spend (7d)", value: formatDollars(leads) },
      { label: "Leads Generated (7d)", value: count(calls) },
      { label: "Cost Per Lead", value: formatMoney({ amount: responseTime * 100, currency: "usd" }, unitedStates) },
      { label: "ROAS", value: `${conversionRate}×` },
    ];
  return [
    { label: "Qualified Leads (7d)", value: count(leads) },
    { label: "Booked Calls (7d)", value: count(calls) },
    { label: "Speed-to-First-Touch (minutes)", value: count(responseTime) },
    { label: "Conversion Rate (%)", value: count(conversionRate) },
  ];
}
