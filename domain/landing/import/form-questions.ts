import { around, type FormLabels, isCheck, isGroup, isRadio } from "./form-labels.ts";
import type { Control, Line } from "./form-lines.ts";
import { attributeOf, type Element, elementsOf, hasAttribute, wordsOf } from "./page-nodes.ts";

/** What a form asks: radios with one name, several checkboxes that belong together, or one control. */
export type Question = {
  kind: "radios" | "checks" | "one";
  controls: Element[];
  /** The words above a group, or the label of one control. Empty if the page shows none. */
  prompt: string;
  hints: Map<Element, string[]>;
  /** Whether a line right before it may be its prompt, although nothing holds the two together. */
  takesLineBefore: boolean;
};
type Token = Line | Control;

/** Longer words are a text of the page, not a hint. */
export const MAX_HINT = 300;
/** All hints of a field together. */
export const MAX_HINTS = 1000;
/** More lines below a legend are a text of their own. */
const MAX_LEGEND_LINES = 10;

/** The questions of a form in its order, with the words beside them. Lines that a question has are taken. */
export function readQuestions(
  form: Element,
  labels: FormLabels,
  tokens: readonly Token[],
  send: Element | undefined,
): { questions: Question[]; texts: Map<Element, string> } {
  const places = new Map(tokens.map((token, place) => [token.kind === "control" ? token.control : token, place]));
  const texts = new Map(labels.of);
  for (const control of labels.controls)
    if (!texts.has(control) && (isRadio(control) || isCheck(control))) readTextAfter(control, tokens, places, texts);
  const closed = new Set(send ? around(send, form) : []);
  const questions = groupControls(form, labels, tokens, places, closed);
  for (const question of questions) if (question.kind === "radios") readTextsBefore(question, tokens, places, texts);
  const owners = ownersOf(questions, form, closed);
  const lines = new Map<Question, Line[]>(questions.map((question) => [question, []]));
  for (const token of tokens)
    if (token.kind === "line") lines.get(ownerOf(token, form, owners) as Question)?.push(token);
  for (const question of questions) {
    const own = (lines.get(question) ?? []).filter(({ isTaken }) => !isTaken);
    readPrompt(question, own, { form, labels, tokens, places, texts, owners });
    readHints(question, own, places);
  }
  return { questions, texts };
}

type Places = ReadonlyMap<Element | Line, number>;

/** The words right after a box say what it is for. In a table, they are in the next cell. */
function readTextAfter(control: Element, tokens: readonly Token[], places: Places, texts: Map<Element, string>): void {
  const line = tokens[(places.get(control) ?? -1) + 1];
  const isCell = (control.parentNode as Element | null)?.tagName === "td";
  if (line?.kind !== "line" || line.isTaken || !(line.followsControl || isCell)) return;
  line.isTaken = true;
  texts.set(control, line.text);
}

/** Some pages say what a radio button is for before it. Then what follows each is the text of the next one. */
function readTextsBefore(
  { controls }: Question,
  tokens: readonly Token[],
  places: Places,
  texts: Map<Element, string>,
): void {
  const last = controls.at(-1);
  if (!last || texts.has(last)) return;
  const lineAt = (control: Element, step: number) => {
    const line = tokens[(places.get(control) ?? 0) + step];
    return line?.kind === "line" ? line : undefined;
  };
  const before = controls.map((control) => lineAt(control, -1));
  const isShifted = controls.every(
    (control, place) =>
      before[place]?.leadsToControl && (place === 0 || lineAt(controls[place - 1] ?? control, 1) === before[place]),
  );
  for (const [place, control] of controls.entries()) {
    const line = before[place];
    // The words before the first one may be the question.
    const isFree = !texts.has(control) && place > 0 && line?.leadsToControl && !line.isTaken;
    if (!line || !(isShifted || isFree)) continue;
    line.isTaken = true;
    texts.set(control, line.text);
  }
}

function groupControls(
  form: Element,
  labels: FormLabels,
  tokens: readonly Token[],
  places: Places,
  closed: ReadonlySet<Element>,
): Question[] {
  const groups = new Map<unknown, Question>();
  const names = new Map<string, number>();
  for (const control of labels.controls.filter(isCheck)) {
    const name = attributeOf(control, "name");
    names.set(name, (names.get(name) ?? 0) + 1);
  }
  let nameless: { control?: Element; scope?: Element; key: object } = { key: {} };
  const keyOf = (control: Element): { key: unknown; kind: Question["kind"]; takesLineBefore: boolean } => {
    const name = attributeOf(control, "name");
    if (isRadio(control)) {
      if (name) return { key: `radio ${name}`, kind: "radios", takesLineBefore: true };
      const scope = scopeOf(control, labels, form);
      const { control: last } = nameless;
      const goesOn = last && nameless.scope === scope && (isGroup(scope) || isNext(last, control, tokens, places));
      nameless = { control, scope, key: goesOn ? nameless.key : {} };
      return { key: nameless.key, kind: "radios", takesLineBefore: true };
    }
    if (!isCheck(control)) return { key: control, kind: "one", takesLineBefore: true };
    const holders = [...around(control, form)].filter((above) => {
      const { all = 0, checks = 0 } = labels.inside.get(above) ?? {};
      return checks > 1 && checks === all;
    });
    const group = holders.find((above) => isGroup(above) && (legendOf(above) || labels.ofGroups.has(above)));
    if (group) return { key: group, kind: "checks", takesLineBefore: true };
    if (name && (names.get(name) ?? 0) > 1) return { key: `check ${name}`, kind: "checks", takesLineBefore: true };
    const [near] = holders.filter((above) => !closed.has(above));
    return near
      ? { key: near, kind: "checks", takesLineBefore: false }
      : { key: control, kind: "one", takesLineBefore: true };
  };
  for (const control of labels.controls) {
    const { key, ...made } = keyOf(control);
    const group: Question = groups.get(key) ?? { ...made, controls: [], prompt: "", hints: new Map() };
    group.controls.push(control);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** What holds radio buttons without a name together. */
function scopeOf(control: Element, labels: FormLabels, form: Element): Element {
  for (const above of around(control, form))
    if (isGroup(above) || (labels.inside.get(above)?.radios ?? 0) > 1) return above;
  return form;
}

/** Whether nothing but the words of the first control is between the two. */
function isNext(first: Element, second: Element, tokens: readonly Token[], places: Places): boolean {
  const between = tokens.slice((places.get(first) ?? 0) + 1, places.get(second) ?? 0);
  return between.every((token) => token.kind === "line" && token.isTaken);
}

const legends = new WeakMap<Element, string>();

/** The words of a field set's legend. Kept, because many controls ask for them. */
export function legendOf(group: Element): string {
  const known = legends.get(group);
  if (known !== undefined) return known;
  const legend = group.childNodes.find((node): node is Element => "tagName" in node && node.tagName === "legend");
  const words = legend ? wordsOf(legend) : "";
  legends.set(group, words);
  return words;
}

type Owners = ReadonlyMap<Element, Question | null>;

/** The only question inside each element. Null for elements with several, or with the button. */
function ownersOf(questions: readonly Question[], form: Element, closed: ReadonlySet<Element>): Owners {
  const owners = new Map<Element, Question | null>([...closed].map((element) => [element, null]));
  for (const question of questions)
    for (const control of question.controls)
      for (const above of around(control, form)) {
        const known = owners.get(above);
        owners.set(above, known === undefined || known === question ? question : null);
      }
  return owners;
}

/** The question that the nearest element with controls holds together with this line. */
function ownerOf(line: Line, form: Element, owners: Owners): Question | null {
  for (const above of around(line.nodes[0] as Line["nodes"][number], form)) {
    const owner = owners.get(above);
    if (owner !== undefined) return owner;
  }
  return null;
}

type Facts = {
  form: Element;
  labels: FormLabels;
  tokens: readonly Token[];
  places: Places;
  texts: ReadonlyMap<Element, string>;
  owners: Owners;
};

function readPrompt(question: Question, own: Line[], facts: Facts): void {
  const { labels, places, texts } = facts;
  const [first] = question.controls;
  if (!first) return;
  const isOne = question.kind === "one";
  if (isOne && texts.has(first)) {
    question.prompt = texts.get(first) ?? "";
    return;
  }
  const take = (lines: readonly Line[]) => {
    for (const line of lines) line.isTaken = true;
    question.prompt = lines.map(({ text }) => text).join(" ");
  };
  const before = own.filter((line) => (places.get(line) ?? 0) < (places.get(first) ?? 0));
  if (question.kind === "radios" && !before.some(({ isLegend }) => isLegend)) {
    const more = linesFromLegend(question, first, facts);
    before.unshift(...more);
    own.unshift(...more);
  }
  const legend = before.filter(({ isLegend }) => isLegend);
  if (isOne) {
    const near =
      before.findLast((line) => isLabel(line, first, true)) ??
      own.find((line) => line.isLabel) ??
      lineBefore(question, first, facts);
    if (near) take([near]);
    return;
  }
  if (legend.length > 0) {
    take(legend);
    return;
  }
  for (const above of around(first, facts.form)) {
    const isOwn = facts.owners.get(above) === question || attributeOf(above, "role") === "radiogroup";
    if (isOwn) question.prompt ||= labels.ofGroups.get(above) ?? "";
  }
  if (question.prompt) return;
  const near = before[0] ?? (question.takesLineBefore ? lineBefore(question, first, facts) : undefined);
  if (near) take([near]);
}

/** The legend of radio buttons that share their field set, perhaps with a text field for another answer, and what follows it. */
function linesFromLegend({ controls }: Question, first: Element, facts: Facts): Line[] {
  const { form, labels, tokens, places, owners } = facts;
  const [set] = [...around(first, form)].filter(({ tagName }) => tagName === "fieldset");
  const { radios = 0, checks = 0 } = (set && labels.inside.get(set)) ?? {};
  if (!set || owners.get(set) || !legendOf(set) || radios !== controls.length || checks > 0) return [];
  const lines: Line[] = [];
  for (let place = (places.get(first) ?? 0) - 1; place >= 0; place -= 1) {
    const line = tokens[place];
    if (line?.kind !== "line" || lines.length > MAX_LEGEND_LINES) return [];
    if (!line.isTaken && !ownerOf(line, form, owners)) lines.unshift(line);
    if (line.isLegend) return line.isTaken ? [] : lines;
  }
  return [];
}

/** The free line right before a question. */
function lineBefore(question: Question, first: Element, { form, tokens, places, owners }: Facts): Line | undefined {
  for (let place = (places.get(first) ?? 0) - 1; place >= 0; place -= 1) {
    const token = tokens[place];
    if (token?.kind !== "line") return undefined;
    if (token.isTaken) continue;
    const owner = ownerOf(token, form, owners);
    if (owner && owner !== question) return undefined;
    if (question.kind !== "one") return token.level === 1 ? undefined : token;
    return isLabel(token, first, false) && (token.leadsToControl || !isCheck(first)) ? token : undefined;
  }
  return undefined;
}

/** Whether a line reads like the label of a control. A control that says itself what it is needs none. */
function isLabel({ text, level, leadsToControl }: Line, control: Element, isOwn: boolean): boolean {
  if (level > 0 || text.length > 200) return false;
  const isNamed = ["placeholder", "aria-label"].some((name) => hasAttribute(control, name));
  return leadsToControl || ((isOwn || !isNamed) && !/[.!]$/.test(text));
}

/** The other lines of a question, each at the control that it follows. */
function readHints({ kind, controls, hints }: Question, own: readonly Line[], places: Places): void {
  let at = 0;
  for (const line of own) {
    if (line.isTaken || line.text.length > MAX_HINT || (kind === "one" && line.level > 0)) continue;
    const isAfter = (control: Element | undefined) => control && (places.get(control) ?? 0) < (places.get(line) ?? 0);
    while (isAfter(controls[at + 1])) at += 1;
    const control = controls[at];
    if (!control) continue;
    const known = hints.get(control) ?? [];
    if (known.join(" ").length + line.text.length > MAX_HINTS) continue;
    line.isTaken = true;
    known.push(line.text);
    hints.set(control, known);
  }
}

/** What a choice says, if need be by its picture or its value. */
export function choiceText(control: Element, texts: ReadonlyMap<Element, string>): string {
  const given = attributeOf(control, "value").replace(/[_-]+/g, " ").trim();
  const value = given.toLowerCase() === "on" ? "" : given;
  return texts.get(control) || attributeOf(control, "aria-label").trim() || pictureWords(control) || value;
}

function pictureWords(control: Element): string {
  const { parentNode } = control;
  if (!parentNode || !("tagName" in parentNode) || parentNode.tagName !== "label") return "";
  const picture = [...elementsOf(parentNode)].find(({ tagName }) => tagName === "img");
  return picture ? attributeOf(picture, "alt").trim() : "";
}
