import type { BlockItem } from "../block-types.ts";
import { around, typeOf } from "./form-labels.ts";
import { choiceText, type Question } from "./form-questions.ts";
import { attributeOf, type Element, elementsOf, hasAttribute, isHidden, isText, wordsOf } from "./page-nodes.ts";
import type { ChangedQuestions } from "./page-place.ts";

/** Types that a form block asks as text. */
const TYPED = /^(number|range|date|time|datetime-local|month|week|color)$/;

/** The fields that take another kind of answer than they did. */
export function changedFields(
  fields: readonly { controls: readonly Element[]; item: BlockItem }[],
): Pick<ChangedQuestions, "several" | "typed" | "withoutEmail"> {
  const labels = (isChanged: (control: Element, item: BlockItem) => boolean) =>
    fields
      .filter(({ controls, item }) => controls.some((control) => isChanged(control, item)))
      .map(({ item }) => String(item.label));
  return {
    several: labels((control) => control.tagName === "select" && hasAttribute(control, "multiple")),
    typed: labels((control, { kind }) => kind === "line" && control.tagName === "input" && TYPED.test(typeOf(control))),
    withoutEmail: fields.length > 0 && !fields.some(({ item }) => item.kind === "email") ? 1 : 0,
  };
}

/** What a group of checkboxes asks, or its first choice. None for boxes that only stand together. */
export function groupName({ kind, controls, prompt }: Question, texts: ReadonlyMap<Element, string>): string[] {
  const [first] = controls;
  if (kind !== "checks" || !first || controls.length < 2) return [];
  const name = attributeOf(first, "name");
  const isOne = name !== "" && controls.every((control) => attributeOf(control, "name") === name);
  const words = prompt || (isOne ? choiceText(first, texts) || name : "");
  return words ? [words.replace(/[\s*:]+$/, "")] : [];
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
