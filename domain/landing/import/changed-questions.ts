import type { BlockItem } from "../block-types.ts";
import { around, typeOf } from "./form-labels.ts";
import type { Question } from "./form-questions.ts";
import { attributeOf, type Element, elementsOf, hasAttribute, isHidden, isText, wordsOf } from "./page-nodes.ts";
import type { ChangedQuestions } from "./page-place.ts";

/** Types that a form block asks as text. */
const TYPED = /^(number|range|time|datetime-local|month|week|color)$/;

/** The fields that take another kind of answer than they did. */
export function changedFields(
  fields: readonly { controls: readonly Element[]; item: BlockItem }[],
): Pick<ChangedQuestions, "typed" | "withoutEmail"> {
  const labels = (isChanged: (control: Element, item: BlockItem) => boolean) =>
    fields
      .filter(({ controls, item }) => controls.some((control) => isChanged(control, item)))
      .map(({ item }) => String(item.label));
  return {
    typed: labels((control, { kind }) => kind === "line" && control.tagName === "input" && TYPED.test(typeOf(control))),
    withoutEmail: fields.length > 0 && !fields.some(({ item }) => item.kind === "email") ? 1 : 0,
  };
}

/**
 * Whether a group of checkboxes is one question with several answers: its boxes have one name, or words above them and none is
 * required by itself.
 */
export function isOneQuestion({ kind, controls, prompt }: Question): boolean {
  const names = new Set(controls.map((control) => attributeOf(control, "name")));
  const isNamed = names.size === 1 && !names.has("");
  const isRequired = controls.some((control) => hasAttribute(control, "required"));
  return kind === "checks" && controls.length > 1 && (isNamed || (prompt !== "" && !isRequired));
}

/** What a group of checkboxes asks, each of which is a question of its own. None for boxes that only stand together. */
export function groupName(question: Question): string[] {
  const { kind, controls, prompt } = question;
  if (kind !== "checks" || controls.length < 2 || isOneQuestion(question) || !prompt) return [];
  return [prompt.replace(/[\s*:]+$/, "")];
}

/** Empties the labels of password fields, which no lead fills in, and returns their words. */
export function takePasswords(form: Element): string[] {
  const elements = [...elementsOf(form)];
  const fields = elements.filter((element) => typeOf(element) === "password" && !isHidden(element));
  if (fields.length === 0) return [];
  const labels = new Map<string, Element>();
  for (const element of elements)
    if (element.tagName === "label" && hasAttribute(element, "for")) labels.set(attributeOf(element, "for"), element);
  const read = new Set<Element>();
  return fields.flatMap((field) => {
    const above = [...around(field, form)].find(({ tagName }) => tagName === "label");
    const label = labels.get(attributeOf(field, "id")) ?? above;
    if (!label) return [attributeOf(field, "placeholder").trim() || "Password"];
    if (read.has(label)) return [];
    read.add(label);
    const words = wordsOf(label);
    for (const inner of elementsOf(label)) for (const node of inner.childNodes) if (isText(node)) node.value = "";
    return [words.replace(/[\s*:]+$/, "") || "Password"];
  });
}
