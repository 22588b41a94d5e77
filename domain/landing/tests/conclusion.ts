import { formatPercent } from "../../format-count.ts";
import { type Forecast, relativeInterval, type TestFlag, type TestGoal, type TestResults } from "./results.ts";

const GOAL_WORDS: Record<TestGoal, string> = {
  submission: "submissions",
  qualified: "qualified leads",
  booked: "booked calls",
  won: "won leads",
  revenue: "revenue",
};

export const FLAG_TEXTS: Record<TestFlag, string> = {
  ratio:
    "Visitors aren't split according to the weights, and chance doesn't explain it. Bots may have flooded one variant, or one variant may not load. So no winner is named.",
  more_than_visitors:
    "A variant has more submissions than visitors. Bots may have sent its form. So no winner is named.",
};

/** What may be concluded from a test, in words. */
export function testConclusion(results: TestResults, goal: TestGoal, forecasts: readonly Forecast[]): string {
  const { verdict } = results;
  if (verdict.kind === "flagged") return "These figures can't be trusted, so nothing can be concluded.";
  if (verdict.kind === "winner") return `${comparison(results, verdict.version, goal)} You can stop the test.`;
  if (verdict.kind === "control") return `${controlWins(results, goal)} You can stop the test.`;
  return `No conclusion yet. ${waitingTime(forecasts)}`;
}

/** 'B brings 31% more submissions than A (between 8% and 58%).' */
function comparison({ variants }: TestResults, version: number, goal: TestGoal): string {
  const control = variants[0];
  const variant = variants.find((each) => each.version === version);
  if (!control || !variant?.interval) return "";
  const share = relativeInterval(variant.interval, control.mean);
  const words = GOAL_WORDS[goal];
  if (!share) return `${variant.label} brings more ${words} than ${control.label}.`;
  const [low, high] = [share.low, share.high].map((value) => percent(value));
  return `${variant.label} brings ${percent(share.difference)} more ${words} than ${control.label} (between ${low} and ${high}).`;
}

function controlWins({ variants }: TestResults, goal: TestGoal): string {
  const [control, ...others] = variants;
  const [only] = others;
  const words = GOAL_WORDS[goal];
  if (!control || !only?.interval) return "";
  const fewer = goal === "revenue" ? "less" : "fewer";
  const share = others.length === 1 ? relativeInterval(only.interval, control.mean) : null;
  if (!share) return `${control.label} brings more ${words} than every other variant.`;
  const [most, least] = [-share.low, -share.high].map((value) => percent(value));
  return `${only.label} brings ${percent(-share.difference)} ${fewer} ${words} than ${control.label} (between ${least} and ${most} ${fewer}).`;
}

/** Small differences keep one decimal place, so that none of them reads as 0%. */
const percent = (share: number) => formatPercent(share, Math.abs(share) < 0.0095 ? 1 : 0);

function waitingTime(forecasts: readonly Forecast[]): string {
  const shown = forecasts.find(({ lift }) => lift === 0.2);
  if (!shown || shown.days === null) return "There are too few visitors so far to say how long it will take.";
  const feasible = forecasts.filter((each): each is { lift: number; days: number } => Number.isFinite(each.days));
  const chosen = feasible.find(({ lift }) => lift === shown.lift) ?? feasible.at(-1);
  if (!chosen) return "At the current traffic, it will take longer than a year.";
  return `At the current traffic, it will take about ${daysText(chosen.days)} to see a lift of ${formatPercent(chosen.lift)}.`;
}

export const daysText = (days: number) => (days === 1 ? "1 day" : `${days} days`);
