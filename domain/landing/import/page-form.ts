import type { BlockItem } from "../block-types.ts";
import { newItem } from "../blocks.ts";
import { FORM_FIELDS } from "../form-fields.ts";
import { changedFields, groupName, isOneQuestion, takePasswords } from "./changed-questions.ts";
import { around, isCheck, readLabels, typeOf } from "./form-labels.ts";
import { readLines } from "./form-lines.ts";
import { choiceText, legendOf, type Question, readQuestions } from "./form-questions.ts";
import {
  attributeOf,
  type Element,
  elementsOf,
  hasAttribute,
  isHidden,
  isText,
  type Links,
  wordsOf,
} from "./page-nodes.ts";
import type { ChangedQuestions } from "./page-place.ts";

export type FormReading = {
  fields: BlockItem[];
  button: string;
  /** The field that each control became; undefined if the form has no room for it. */
  fieldOf: ReadonlyMap<Element, BlockItem | undefined>;
  dropped: { fields: string[]; words: string[]; links: string[] };
  changed: ChangedQuestions;
};

/** Forms take no more answers than 60 when they are sent, and authors may want to add some. */
export const MAX_FIELDS = 50;
/** The rest of a longer label goes below it. */
const MAX_LABEL = 1000;
/** Choices that only ask to choose. The form block has its own. */
const ASKS = /^\W*(please\s+)?((choose|select|pick)(\s+(one|an? option|an answer))?)?\W*$/i;

/**
 * The fields of a form, as fields of a form block. Empties the words that became part of a field or the button, so that all
 * others can be read as those of the page.
 */
export function readPageForm(form: Element, links: Links): FormReading {
  const passwords = takePasswords(form);
  const labels = readLabels(form);
  const elements = [...elementsOf(form)];
  const isSend = (element: Element) =>
    (element.tagName === "button" && !/^(button|reset)$/i.test(attributeOf(element, "type"))) ||
    (element.tagName === "input" && typeOf(element) === "submit");
  const send = elements.find(isSend);
  const controls = new Set(labels.controls);
  const tokens = readLines(
    form,
    (element) => controls.has(element),
    (element) => labels.inside.has(element),
    labels.claimed,
  );
  const { questions, texts } = readQuestions(form, labels, tokens, send);
  const made = questions.flatMap((question) => fieldsOf(question, texts, form));
  const merged = mergeFields(made);
  nameApart(merged);
  const kept = merged.slice(0, MAX_FIELDS);
  const fieldOf = new Map<Element, BlockItem | undefined>();
  for (const [place, { controls, item }] of merged.entries())
    for (const control of controls) fieldOf.set(control, place < MAX_FIELDS ? item : undefined);
  const taken = tokens.filter((token) => token.kind === "line" && token.isTaken);
  const lost = new Set(taken.flatMap((token) => (token.kind === "line" ? token.links : [])));
  const dropped = {
    fields: merged.slice(MAX_FIELDS).flatMap(({ item }) => [String(item.label), ...optionsIn(item)]),
    words: [
      ...elements
        .filter((element) => element !== send && isExtraButton(element))
        .map((each) => attributeOf(each, "value")),
      ...elements.filter(({ tagName }) => tagName === "optgroup").map((group) => attributeOf(group, "label")),
    ],
    links: [...lost]
      .filter((link) => links.link(attributeOf(link, "href")) || links.isLost(attributeOf(link, "href")))
      .map(wordsOf),
  };
  const changed = { ...changedFields(kept), groups: questions.flatMap((each) => groupName(each)), passwords };
  const button = send ? buttonWords(send) : "";
  for (const token of taken) if (token.kind === "line") for (const node of token.nodes) node.value = "";
  if (send)
    for (const inner of elementsOf(send)) for (const node of inner.childNodes) if (isText(node)) node.value = "";
  return { fields: kept.map(({ item }) => item), button, fieldOf, dropped, changed };
}

const optionsIn = ({ options }: BlockItem) =>
  String(options ?? "")
    .split("\n")
    .filter(Boolean);

const isExtraButton = (element: Element) =>
  element.tagName === "input" && /^(submit|button|reset)$/.test(typeOf(element)) && !isHidden(element);

const buttonWords = (send: Element): string => {
  const text = send.childNodes.length > 0 ? wordsOf(send) : "";
  return text || attributeOf(send, "value").trim();
};

type MadeField = { controls: Element[]; item: BlockItem; name: string; legend: string };

function fieldsOf(question: Question, texts: ReadonlyMap<Element, string>, form: Element): MadeField[] {
  const { controls, kind, prompt, hints } = question;
  const [first] = controls;
  if (!first) return [];
  const make = (all: Element[], label: string, more: BlockItem, below: readonly string[] = []): MadeField => {
    const [control = first] = all;
    const name = attributeOf(control, "name");
    const said = splitLabel(label) ?? splitLabel(nameWords(name)) ?? ["Answer", ""];
    const hint = [said[1], ...below].filter(Boolean).join(" ");
    const needed = all.some((each) => hasAttribute(each, "required") || attributeOf(each, "aria-required") === "true");
    const item = { ...newItem(FORM_FIELDS), label: said[0], needed, ...more, hint };
    return { controls: all, item, name, legend: fieldsetWords(control, form) };
  };
  if (kind === "radios" && (controls.length > 1 || prompt)) {
    const choices = controls.map((control, place) => choiceText(control, texts) || `Choice ${place + 1}`);
    const options = [...new Set(choices)].join("\n");
    return [make(controls, prompt, { kind: "choice", options }, [...hints.values()].flat())];
  }
  if (isOneQuestion(question)) {
    const choices = controls.map((control, place) => choiceText(control, texts) || `Choice ${place + 1}`);
    const options = [...new Set(choices)].join("\n");
    return [make(controls, prompt, { kind: "choices", options }, [...hints.values()].flat())];
  }
  if (kind === "one" && !isCheck(first)) return [readControl(first, prompt, hints.get(first) ?? [], make)];
  return controls.map((control) => {
    const own = (kind === "one" ? prompt : "") || choiceText(control, texts) || nameWords(attributeOf(control, "name"));
    const above = kind === "checks" ? (splitLabel(prompt) ?? []).filter(Boolean).join(" ") : "";
    return make([control], above && own ? `${above}: ${own}` : own || above, { kind: "check" }, hints.get(control));
  });
}

function readControl(
  control: Element,
  prompt: string,
  hints: readonly string[],
  make: (all: Element[], label: string, more: BlockItem, below: readonly string[]) => MadeField,
): MadeField {
  const { asks, options } = control.tagName === "select" ? optionsOf(control) : { asks: "", options: [] };
  const placeholder = attributeOf(control, "placeholder").trim();
  const label = [prompt, attributeOf(control, "aria-label").trim(), placeholder, asks].find(Boolean) ?? "";
  const name = attributeOf(control, "name");
  const kind = kindOf(control, typeOf(control), `${name} ${label || nameWords(name)}`.toLowerCase());
  const shown = placeholder === label ? "" : placeholder;
  const isTyped = control.tagName !== "select" && kind !== "file" && kind !== "date";
  const more = { kind, options: options.join("\n"), ...(isTyped && { placeholder: shown }) };
  return make([control], label, more, [...hints, asks === label ? "" : asks]);
}

/** What a visitor can choose, and the first words if they say more than to choose. */
function optionsOf(select: Element): { asks: string; options: string[] } {
  const shown = [...elementsOf(select)]
    .filter(({ tagName }) => tagName === "option")
    .map((option, place) => ({
      isShown: !isHidden(option),
      words: wordsOf(option) || attributeOf(option, "label").trim() || optionValue(option),
      isChoice: !(place === 0 && hasAttribute(option, "disabled")) && optionValue(option) !== "",
    }));
  const words = (isChoice: boolean) =>
    shown.filter((each) => each.isShown && each.words && each.isChoice === isChoice).map((each) => each.words);
  return {
    asks: words(false)
      .filter((ask) => !ASKS.test(ask))
      .join(" "),
    options: words(true),
  };
}

/** Without the attribute, the text is the value. */
const optionValue = (option: Element): string =>
  hasAttribute(option, "value")
    ? attributeOf(option, "value").trim()
    : wordsOf(option) || attributeOf(option, "label").trim();

const nameWords = (name: string) => name.replace(/[[\]_-]+/g, " ").trim();

/** A label without the marks at its end, and what is too long for it. */
function splitLabel(text: string): [string, string] | undefined {
  const label = text
    .toWellFormed()
    .replace(/[\s*:]+$/, "")
    .trim();
  if (!label) return undefined;
  if (label.length <= MAX_LABEL) return [label, ""];
  const space = label.lastIndexOf(" ", MAX_LABEL);
  const end = space > 0 ? space : MAX_LABEL;
  return [label.slice(0, end).toWellFormed(), label.slice(end).trim().toWellFormed()];
}

function fieldsetWords(control: Element, form: Element): string {
  for (const above of around(control, form)) {
    const legend = above.tagName === "fieldset" ? legendOf(above) : "";
    if (legend) return legend;
  }
  return "";
}

/** Pages repeat a field for phones. Fields that differ in anything are two. */
function mergeFields(fields: readonly MadeField[]): MadeField[] {
  const merged = new Map<string, MadeField>();
  for (const field of fields) {
    const { needed: _, ...rest } = field.item;
    const key = JSON.stringify([field.name, { ...rest, label: String(rest.label).toLowerCase() }]);
    const same = merged.get(key);
    if (same) same.controls.push(...field.controls);
    if (same && field.item.needed) same.item.needed = true;
    if (!same) merged.set(key, field);
  }
  return [...merged.values()];
}

/** Two fields with one label get the legends above them, or else numbers. */
function nameApart(fields: readonly MadeField[]): void {
  const lower = ({ item }: MadeField) => String(item.label).toLowerCase();
  const repeated = new Set<string>();
  const seen = new Set<string>();
  for (const field of fields) (seen.has(lower(field)) ? repeated : seen).add(lower(field));
  for (const field of fields) {
    const { item, legend } = field;
    const above = splitLabel(legend)?.[0] ?? "";
    const isSaid = lower(field).startsWith(above.toLowerCase());
    if (repeated.has(lower(field)) && above && !isSaid) item.label = `${above}: ${String(item.label)}`;
  }
  const next = new Map<string, number>();
  const taken = new Set<string>();
  for (const field of fields) {
    const label = String(field.item.label);
    const key = label.toLowerCase();
    let number = next.get(key) ?? 1;
    for (; taken.has(lower(field)); field.item.label = `${label} (${number})`) number += 1;
    next.set(key, number);
    taken.add(lower(field));
  }
}

function kindOf(control: Element, type: string, words: string): string {
  if (control.tagName === "textarea") return "message";
  if (control.tagName === "select") return hasAttribute(control, "multiple") ? "choices" : "choice";
  if (type === "file" || type === "date") return type;
  if (type === "email" || /\be-?mail\b/.test(words)) return "email";
  if (type === "tel" || /\b(phone|mobile|tel|telephone)\b/.test(words)) return "phone";
  if (/\b(company|business|organi[sz]ation)\b/.test(words)) return "company";
  return /\bname\b/.test(words) ? "name" : "line";
}
