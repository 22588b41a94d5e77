import type { BlockItem, BlockValue } from "./block-types.ts";
import { canDecide } from "./form-fields.ts";
import { hasOptions, lacksOptions } from "./missing-options.ts";
import { textOf } from "./render-parts.ts";
import { optionsOf } from "./repeated-options.ts";

/** Labels and answers are compared without regard to case. */
export const isSame = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();
/** A field without a label is an answer on the page. */
const labelOf = (item: BlockItem) => textOf(item, "label").trim() || "Answer";

/** Whether a field of a form shows only with an answer to another one. An email field always shows. */
export const hasCondition = ({ kind, show }: BlockItem): boolean =>
  kind !== "email" && kind !== "step" && (show === "is" || show === "has");

/** The field above that the condition of a field names. The nearest one decides. */
export const deciderOf = (item: BlockItem, above: readonly BlockItem[]): BlockItem | undefined =>
  above.findLast((other) => canDecide(other) && !lacksOptions(other) && isSame(labelOf(other), textOf(item, "when")));

/** The answers that a field offers; null for one in which visitors type. */
export function answersTo(decider: BlockItem): string[] | null {
  if (hasOptions(decider)) return optionsOf(textOf(decider, "options"));
  return decider.kind === "check" ? ["Yes"] : null;
}

/**
 * Why no visitor's answer can decide about a field, so that it always shows: a required question that never shows would be worse. Null
 * if an answer decides, or if the field has no condition.
 */
export type ConditionProblem = "noField" | "goneField" | "noAnswer" | "goneAnswer";

export function conditionProblem(item: BlockItem, above: readonly BlockItem[]): ConditionProblem | null {
  if (!hasCondition(item)) return null;
  if (!textOf(item, "when").trim()) return "noField";
  const decider = deciderOf(item, above);
  if (!decider)
    return above.some((other) => isSame(labelOf(other), textOf(item, "when")) && lacksOptions(other))
      ? "goneAnswer"
      : "goneField";
  if (!textOf(item, "value").trim()) return "noAnswer";
  return canBeGiven(item, decider) ? null : "goneAnswer";
}

function canBeGiven({ show, value }: BlockItem, decider: BlockItem): boolean {
  const answers = answersTo(decider);
  const wanted = String(value);
  if (answers === null) return true;
  if (show === "is") return answers.some((answer) => isSame(answer, wanted));
  // Several selected options are one answer.
  return (decider.kind === "choices" ? [answers.join(", ")] : answers).some((answer) =>
    answer.toLowerCase().includes(wanted.trim().toLowerCase()),
  );
}

/**
 * The fields of a form after one got another value. Conditions that name its label or one of its options follow. They can't while a line
 * is empty or is like another one, because someone is still typing; the next call then passes the text `from` before that.
 */
export function withFormValue(
  items: readonly BlockItem[],
  place: number,
  name: string,
  value: BlockValue,
  from = textOf(items[place] ?? {}, name),
): { items: BlockItem[]; isSettled: boolean } {
  const changed = items.map((item, other) => (other === place ? { ...item, [name]: value } : item));
  if ((name !== "label" && name !== "options") || typeof value !== "string") return { items: changed, isSettled: true };
  const others = name === "label" ? items.toSpliced(place, 1).map(labelOf) : [];
  const renamed = renamedLines(from, value, others);
  if (!renamed) return { items: changed, isSettled: false };
  const before = items.map((item, other) => (other === place ? { ...item, [name]: from } : item));
  const part = name === "label" ? "when" : "value";
  const follow = (item: BlockItem, other: number): BlockItem => {
    const next = renamed.get(textOf(item, part).trim().toLowerCase());
    const isNamed = other > place && deciderOf(item, before.slice(0, other)) === before[place];
    return next !== undefined && isNamed && (part === "when" || item.show === "is") ? { ...item, [part]: next } : item;
  };
  return { items: changed.map(follow), isSettled: true };
}

/** The lines that were written anew, in lower case, each with its new words. None after lines were added or removed; null if unsettled. */
function renamedLines(from: string, to: string, others: readonly string[]): Map<string, string> | null {
  const linesOf = (text: string) => text.split(/\r?\n/).map((line) => line.trim());
  const [old, now] = [linesOf(from), linesOf(to)];
  const renamed = new Map<string, string>();
  if (old.length !== now.length) return renamed;
  for (const [at, line] of old.entries()) {
    const next = now[at] ?? "";
    if (!line || now.some((other) => isSame(other, line))) continue;
    if (!next || [...now, ...others].filter((other) => isSame(other, next)).length > 1) return null;
    renamed.set(line.toLowerCase(), next);
  }
  return renamed;
}
