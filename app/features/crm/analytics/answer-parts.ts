import type { FilterRule } from "../lib/lead-filter.ts";
import type { Responses } from "./api.ts";
import { answered, answerIs, waiting } from "./row-links.ts";

export type AnswerPart = { count: number; text: string; rules: FilterRule[] };

/** What became of the new leads' requests. The counts sum to all new leads. */
export function answerParts({ all, booked, none }: Responses): AnswerPart[] {
  const waits = all.leads - all.answered;
  const parts: AnswerPart[] = [
    { count: all.answered, text: "answered", rules: [answered] },
    { count: waits, text: waits === 1 ? "has no response yet" : "have no response yet", rules: waiting },
    { count: booked, text: "booked a call themselves", rules: [answerIs("booked")] },
    { count: none, text: "needed no response", rules: [answerIs("none")] },
  ];
  return parts.filter(({ count }) => count > 0);
}
