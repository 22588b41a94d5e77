import { createContext } from "react";
import { dayRangeText } from "~/shared/day-range.ts";
import { sourceText } from "~/ui/source-icon.tsx";
import type { AnalyticsParams } from "./figures.ts";

/** What a file is told about its figures: it leaves the page, and the page's choices stay behind. */
export type ParamsText = { caption: string; suffix: string };
/** Of figures over the period, and of those of this moment. */
export const ParamsTextContext = createContext<{ period: ParamsText; now: ParamsText }>({
  period: { caption: "", suffix: "" },
  now: { caption: "", suffix: "" },
});

/** 'Mine and unowned · 31 Aug – 21 Nov 2026 · Referral', and the same for the name of a file. */
export function paramsText(
  { from, to, scope, owner, source }: AnalyticsParams,
  today: string,
  nameOf: (owner: string) => string,
): { period: ParamsText; now: ParamsText } {
  const everybody = scope === "mine" ? "Mine and unowned" : "Team";
  const whose = owner === "none" ? "Unowned" : owner ? nameOf(owner) : everybody;
  const more = source ? [sourceText(source)] : [];
  const words = (days: string, file: string) => ({
    caption: [whose, days, ...more].join(" · "),
    suffix: [whose, file, ...more].map(toFileName).join("-"),
  });
  return { period: words(dayRangeText(from, to), `${from} to ${to}`), now: words(dayRangeText(today, today), today) };
}

/** 'Leads by source' as a file is called: 'leads-by-source'. */
export const toFileName = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, "-")
    .replace(/^-|-$/g, "");
