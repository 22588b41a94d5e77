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

/** The text of a field when someone began to type in it, and the one `from` which conditions follow. */
export type Typing = { began: string; from: string };

/**
 * The fields of a form after one got another value, and what the next call passes while someone goes on typing. Conditions that name its
 * label or one of its options follow. They can't while a line is empty or is like another one. A line that is erased and then removed was
 * never renamed, so its conditions name what it was.
 */
export function withFormValue(
  items: readonly BlockItem[],
  place: number,
  name: string,
  value: BlockValue,
  { began, from }: Typing = typingFrom(textOf(items[place] ?? {}, name)),
): { items: BlockItem[]; typing: Typing } {
  const changed = items.map((item, other) => (other === place ? { ...item, [name]: value } : item));
  if ((name !== "label" && name !== "options") || typeof value !== "string")
    return { items: changed, typing: typingFrom(String(value)) };
  const others = name === "label" ? items.toSpliced(place, 1).map(labelOf) : [];
  const isSameCount = rowsOf(from).length === rowsOf(value).length;
  const renamed = isSameCount
    ? renamedLines(from, value, others)
    : erasedLines({ began, from }, textOf(items[place] ?? {}, name), value);
  if (!renamed) return { items: changed, typing: { began, from } };
  const before = items.map((item, other) => (other === place ? { ...item, [name]: from } : item));
  const part = name === "label" ? "when" : "value";
  const follow = (item: BlockItem, other: number): BlockItem => {
    const next = renamed.get(textOf(item, part).trim().toLowerCase());
    const isNamed = other > place && deciderOf(item, before.slice(0, other)) === before[place];
    return next !== undefined && isNamed && (part === "when" || item.show === "is") ? { ...item, [part]: next } : item;
  };
  return { items: changed.map(follow), typing: { began: isSameCount ? began : value, from: value } };
}

const typingFrom = (text: string): Typing => ({ began: text, from: text });
const rowsOf = (text: string) => text.split(/\r?\n/).map((line) => line.trim());

/** The lines that were erased before lines were added or removed, in lower case, each with the words that it had when the typing began. */
function erasedLines({ began, from }: Typing, before: string, to: string): Map<string, string> {
  const [first, last, now] = [rowsOf(began), rowsOf(before), rowsOf(to)];
  const erased = new Map<string, string>();
  for (const [at, line] of rowsOf(from).entries()) {
    const was = first[at];
    if (!line || !was || now.some((other) => isSame(other, line))) continue;
    if (!last[at] || was.toLowerCase().includes(line.toLowerCase())) erased.set(line.toLowerCase(), was);
  }
  return erased;
}

/** The lines that were written anew, in lower case, each with its new words; null while that can't be told. */
function renamedLines(from: string, to: string, others: readonly string[]): Map<string, string> | null {
  const [old, now] = [rowsOf(from), rowsOf(to)];
  const renamed = new Map<string, string>();
  for (const [at, line] of old.entries()) {
    const next = now[at] ?? "";
    if (!line || now.some((other) => isSame(other, line))) continue;
    if (!next || [...now, ...others].filter((other) => isSame(other, next)).length > 1) return null;
    renamed.set(line.toLowerCase(), next);
  }
  return renamed;
}
