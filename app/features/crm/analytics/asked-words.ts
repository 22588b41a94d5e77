import { createContext } from "react";
import { dayRangeText } from "~/shared/day-range.ts";
import { sourceText } from "~/ui/source-icon.tsx";
import type { Asked } from "./figures.ts";

/** What a file is told about its figures: it leaves the page, and the page's choices stay behind. */
export type AskedWords = { caption: string; suffix: string };
/** Of figures over the period, and of those of this moment. */
export const AskedContext = createContext<{ period: AskedWords; now: AskedWords }>({
  period: { caption: "", suffix: "" },
  now: { caption: "", suffix: "" },
});

/** 'Mine and unowned · 31 Aug – 21 Nov 2026 · Referral', and the same for the name of a file. */
export function askedWords(
  { from, to, scope, owner, source }: Asked,
  today: string,
  nameOf: (owner: string) => string,
): { period: AskedWords; now: AskedWords } {
  const everybody = scope === "mine" ? "Mine and unowned" : "Team";
  const whose = owner === "none" ? "Unowned" : owner ? nameOf(owner) : everybody;
  const more = source ? [sourceText(source)] : [];
  const words = (days: string, file: string) => ({
    caption: [whose, days, ...more].join(" · "),
    suffix: [whose, file, ...more].map(fileWords).join("-"),
  });
  return { period: words(dayRangeText(from, to), `${from} to ${to}`), now: words(dayRangeText(today, today), today) };
}

/** 'Leads by source' as a file is called: 'leads-by-source'. */
export const fileWords = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, "-")
    .replace(/^-|-$/g, "");
