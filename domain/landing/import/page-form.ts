import type { BlockItem } from "../block-types.ts";
import { newItem } from "../blocks.ts";
import { FORM_FIELDS } from "../form-fields.ts";
import { attributeOf, type Element, elementsOf, hasAttribute, isHidden, wordsOf } from "./page-nodes.ts";

export type PageForm = { fields: BlockItem[]; button: string };

/** Controls that no visitor fills in. */
const SILENT = new Set(["hidden", "submit", "button", "image", "reset", "password"]);
const MAX_FIELDS = 30;

/** The fields of a form, as fields of a form block. */
export function readPageForm(form: Element): PageForm {
  const elements = [...elementsOf(form)];
  const labels = new Map(
    elements
      .filter(({ tagName }) => tagName === "label")
      .map((label) => [attributeOf(label, "for"), wordsOf(label)] as const),
  );
  const fields = elements
    .filter(({ tagName }) => tagName === "input" || tagName === "textarea" || tagName === "select")
    .filter((control) => !SILENT.has(attributeOf(control, "type").toLowerCase()) && !isHidden(control))
    .map((control) => readControl(control, labels));
  const send = elements.find(
    (element) =>
      (element.tagName === "button" && !/^(button|reset)$/i.test(attributeOf(element, "type"))) ||
      (element.tagName === "input" && attributeOf(element, "type").toLowerCase() === "submit"),
  );
  return {
    // Radio buttons with one name are one question.
    fields: [
      ...new Map(fields.map((field) => [`${field.kind}\n${String(field.label).toLowerCase()}`, field])).values(),
    ].slice(0, MAX_FIELDS),
    button: send ? buttonWords(send) : "",
  };
}

const buttonWords = (send: Element): string => {
  const text = send.childNodes.length > 0 ? wordsOf(send) : "";
  return text || attributeOf(send, "value").trim();
};

function readControl(control: Element, labels: ReadonlyMap<string, string>): BlockItem {
  const type = attributeOf(control, "type").toLowerCase();
  const name = attributeOf(control, "name");
  const id = attributeOf(control, "id");
  const label =
    (id && labels.get(id)) ||
    aroundWords(control) ||
    attributeOf(control, "aria-label") ||
    attributeOf(control, "placeholder") ||
    name.replace(/[_-]+/g, " ") ||
    "Answer";
  const options = control.tagName === "select" ? optionsOf(control) : [];
  return {
    ...newItem(FORM_FIELDS),
    label:
      label
        .replace(/[\s*:]+$/, "")
        .trim()
        .slice(0, 200) || "Answer",
    kind: kindOf(control, type, `${name} ${label}`.toLowerCase()),
    options: options.join("\n"),
    needed: hasAttribute(control, "required"),
  };
}

/** What a visitor can choose, without the first words that only ask to choose. */
function optionsOf(select: Element): string[] {
  const options = [...elementsOf(select)].filter(({ tagName }) => tagName === "option");
  return options
    .filter((option, place) => !isHidden(option) && !(place === 0 && hasAttribute(option, "disabled")))
    .filter((option) => optionValue(option) !== "")
    .map((option) => wordsOf(option) || attributeOf(option, "label").trim() || optionValue(option))
    .filter(Boolean);
}

/** Without the attribute, the text is the value. */
const optionValue = (option: Element): string =>
  hasAttribute(option, "value")
    ? attributeOf(option, "value").trim()
    : wordsOf(option) || attributeOf(option, "label").trim();

/** The label that a control stands in. */
function aroundWords(control: Element): string {
  for (let above = control.parentNode; above && "tagName" in above; above = above.parentNode)
    if (above.tagName === "label") return wordsOf(above);
  return "";
}

function kindOf(control: Element, type: string, words: string): string {
  if (control.tagName === "textarea") return "message";
  if (control.tagName === "select") return "choice";
  if (type === "checkbox" || type === "radio") return "check";
  if (type === "file") return "file";
  if (type === "email" || /\be-?mail\b/.test(words)) return "email";
  if (type === "tel" || /\b(phone|mobile|tel|telephone)\b/.test(words)) return "phone";
  if (/\b(company|business|organi[sz]ation)\b/.test(words)) return "company";
  return /\bname\b/.test(words) ? "name" : "line";
}
