import { formatPercent } from "../../../../domain/format-count.ts";
import { relativeInterval, type TestGoal, type VariantResult } from "../../../../domain/landing/tests/results.ts";
import { formatMoney } from "../../../../domain/money.ts";
import { formatTableShare } from "../lib/figures.ts";

export const GOALS: Record<TestGoal, { label: string; column: string; hint: string }> = {
  submission: { label: "Submissions", column: "Submissions", hint: "People who send the form. Gives results fastest." },
  qualified: { label: "Qualified leads", column: "Qualified", hint: "New leads that reach the stage Qualified." },
  booked: { label: "Booked calls", column: "Booked", hint: "New leads that reach the stage Call Booked." },
  won: { label: "Won leads", column: "Won", hint: "New leads that are won. It takes the longest." },
  revenue: { label: "Revenue", column: "Won", hint: "The value of won leads for each visitor." },
};

/** '4.2%', or '$12.40' for each visitor. */
export function meanText({ visitors, mean }: VariantResult, goal: TestGoal, currency: string): string {
  if (visitors === 0) return "–";
  return goal === "revenue" ? formatMoney({ amount: Math.round(mean), currency }) : formatTableShare(mean);
}

/** '+31% (8% to 58%)', compared with the control; '–' while there is nothing to compare. */
export function differenceText(
  { interval }: VariantResult,
  controlMean: number,
): { change: string; range: string } | null {
  const share = interval && relativeInterval(interval, controlMean);
  if (!share || !Number.isFinite(interval.high)) return null;
  const signed = (value: number) => `${value > 0 ? "+" : value < 0 ? "−" : ""}${formatPercent(Math.abs(value))}`;
  return { change: signed(share.difference), range: `${signed(share.low)} to ${signed(share.high)}` };
}
