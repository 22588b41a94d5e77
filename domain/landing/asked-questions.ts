import { Tokenizer, TokenizerMode } from "parse5";
import { truncateText } from "../truncate-text.ts";

/** A field as its visitor saw it. The question is empty if no label says it. */
export type AskedQuestion = { name: string; question: string };

const CONTROLS = new Set(["input", "select", "textarea"]);
/** Their words are no part of a label: 'optional', hints and choices. */
const UNREAD = new Set(["small", "select", "textarea", "button"]);
const MAX_QUESTION = 300;

type Label = { of: string; text: string; names: string[] };
/** A set of fields. The legend of the boxes of one question is that question. */
type FieldSet = { legend: string; names: Set<string>; isStep: boolean; isChoice: boolean };

/** The fields of a form, in its order. `html` begins after the form's tag. */
export function readAskedQuestions(html: string): AskedQuestion[] {
  const asked = new Map<string, { id: string; question: string; isChoice: boolean }>();
  const labels: Label[] = [];
  const sets: FieldSet[] = [];
  const open: FieldSet[] = [];
  let label: Label | undefined;
  let legend: FieldSet | undefined;
  let unread = 0;
  let isOpen = true;
  const ignore = () => undefined;
  const read = ({ chars }: { chars: string }) => {
    if (label && unread === 0) label.text += chars;
    if (legend && unread === 0) legend.legend += chars;
  };
  const tokenizer: Tokenizer = new Tokenizer(
    {},
    {
      onComment: ignore,
      onDoctype: ignore,
      onEof: ignore,
      onNullCharacter: ignore,
      onCharacter: read,
      onWhitespaceCharacter: read,
      onStartTag({ tagName, attrs }) {
        if (tagName === "textarea") tokenizer.state = TokenizerMode.RCDATA as typeof tokenizer.state;
        if (tagName === "script" || tagName === "style")
          tokenizer.state = TokenizerMode.RAWTEXT as typeof tokenizer.state;
        if (!isOpen) return;
        const value = (name: string) => attrs.find((one) => one.name === name)?.value ?? "";
        if (tagName === "label") {
          label = { of: value("for"), text: "", names: [] };
          labels.push(label);
        }
        if (tagName === "fieldset") {
          const has = (name: string) => attrs.some((one) => one.name === name);
          const set = { legend: "", names: new Set<string>(), isStep: has("data-step"), isChoice: has("data-choices") };
          sets.push(set);
          open.push(set);
        }
        if (tagName === "legend") legend = open.at(-1);
        if (UNREAD.has(tagName)) unread += 1;
        const name = value("name").trim();
        if (!CONTROLS.has(tagName) || !name) return;
        label?.names.push(name);
        for (const set of open) set.names.add(name);
        const known = asked.get(name);
        // The labels of several boxes with one name are its choices.
        const isChoice = value("type") === "radio" || known !== undefined || open.at(-1)?.isChoice === true;
        asked.set(name, { id: known?.id ?? value("id"), question: value("aria-label"), isChoice });
      },
      onEndTag({ tagName }) {
        if (tagName === "form") isOpen = false;
        if (tagName === "label") label = undefined;
        if (tagName === "legend") legend = undefined;
        if (tagName === "fieldset") open.pop();
        if (UNREAD.has(tagName)) unread = Math.max(0, unread - 1);
      },
    },
  );
  tokenizer.write(html, true);
  const byId = new Map([...asked].map(([name, { id }]) => [id, name]));
  for (const { of, text, names } of labels) {
    const field = asked.get((of ? byId.get(of) : names[0]) ?? "");
    if (field && !field.question) field.question = text;
  }
  // An inner set knows better than one around it.
  const legends = new Map(
    sets.filter(({ names, isStep }) => names.size === 1 && !isStep).map(({ names, legend }) => [[...names][0], legend]),
  );
  return [...asked].map(([name, { question, isChoice }]) => ({
    name,
    question: truncateText(
      (isChoice ? (legends.get(name) ?? "") : question)
        .replace(/[\s*]+$/, "")
        .replace(/\s+/g, " ")
        .trim(),
      MAX_QUESTION,
    ),
  }));
}
