import { Tokenizer, TokenizerMode } from "parse5";
import { EMAIL } from "../booking-answers.ts";
import { isDay } from "../calendar-day.ts";
import { formatLongDay } from "../format-date.ts";
import { phoneProblem } from "../phone.ts";
import { type AskedQuestion, readAskedQuestions } from "./asked-questions.ts";
import { safeAddress } from "./markup.ts";
import { withoutEmptyFields } from "./missing-options.ts";
import { scanContent } from "./scan-content.ts";

/** A field of a form as the page has it. */
export type FieldRule = {
  name: string;
  isRequired: boolean;
  /** The types that a file field takes; undefined for other fields. */
  types: string[] | undefined;
  /** What its control is: the type of an input, `textarea`, or `select-one`, as browsers name them. */
  type: string;
  /** The answer that shows the field. Without it, the field is always shown. */
  condition: { field: string; is: string | undefined; has: string | undefined } | undefined;
};

/** What a page says about one of its forms. */
export type FormRules = {
  /** In the order of the page. Empty for a form that its author wrote as HTML, whose own scripts may change it. */
  fields: FieldRule[];
  /** Its fields with their questions, in the order of the page; also of a form that its author wrote. */
  asked: AskedQuestion[];
  /** The page after sending; empty for none. */
  next: string;
  /** Whether the visitor can book a call after sending, if the account offers any. */
  offersCall: boolean;
  /** Who gets the lead: `pool:<id>` or `person:<id>`; empty for the account's rules. */
  to: string;
};

/** The address of the page after a form, by the rules of links; empty if it is not a page. */
export function nextPage(address: string): string {
  if (!address.trim()) return "";
  const safe = safeAddress(address);
  return /^(https?:|\/)/i.test(safe) ? safe : "";
}

/** Who gets the leads of a form; empty if it names no one. */
export function leadTarget(owner: string): string {
  return /^(pool|person):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(owner) ? owner : "";
}

/** Reads the rules of the form with this number, from 1, from a page's content. Null if the page has no such form. */
export function readFormRules(stored: string, number: number): FormRules | null {
  const content = withoutEmptyFields(stored);
  const form = scanContent(content).forms[number - 1];
  if (!form) return null;
  return {
    fields: form.isBlock ? readFields(content.slice(form.end)) : [],
    asked: readAskedQuestions(content.slice(form.end)),
    next: nextPage(form.next),
    to: leadTarget(form.to),
    offersCall: !form.hasNoCall,
  };
}

/** Reads the controls up to the form's end. */
function readFields(html: string): FieldRule[] {
  const fields = new Map<string, FieldRule>();
  let isOpen = true;
  const ignore = () => undefined;
  const tokenizer: Tokenizer = new Tokenizer(
    {},
    {
      onComment: ignore,
      onDoctype: ignore,
      onCharacter: ignore,
      onNullCharacter: ignore,
      onWhitespaceCharacter: ignore,
      onEof: ignore,
      onStartTag({ tagName, attrs }) {
        if (tagName === "textarea") tokenizer.state = TokenizerMode.RCDATA as typeof tokenizer.state;
        if (!isOpen || !["input", "select", "textarea"].includes(tagName)) return;
        const value = (name: string) => attrs.find((one) => one.name === name)?.value;
        const name = value("name");
        const when = value("data-when");
        if (!name || fields.has(name)) return;
        fields.set(name, {
          name,
          isRequired: value("required") !== undefined || value("data-required") !== undefined,
          type: tagName === "input" ? (value("type") ?? "text") : tagName === "select" ? "select-one" : tagName,
          types:
            value("type") === "file"
              ? (value("accept") ?? "").split(",").filter((type) => type.includes("/"))
              : undefined,
          condition: when === undefined ? undefined : { field: when, is: value("data-is"), has: value("data-has") },
        });
      },
      onEndTag({ tagName }) {
        if (tagName === "form") isOpen = false;
      },
    },
  );
  tokenizer.write(html, true);
  return [...fields.values()];
}

/**
 * The names of the fields that a visitor with these answers sees. Only a field above decides, and a hidden one has no
 * answer. The script of the form (form-fields-script.ts) follows the same rule.
 */
export function shownFields(fields: readonly FieldRule[], answers: Readonly<Record<string, string>>): Set<string> {
  const shown = new Set<string>();
  const passed = new Set<string>();
  for (const { name, condition } of fields) {
    if (!condition || !passed.has(condition.field) || fits(condition, shown.has(condition.field) ? answers : {}))
      shown.add(name);
    passed.add(name);
  }
  return shown;
}

function fits(
  { field, is, has }: NonNullable<FieldRule["condition"]>,
  answers: Readonly<Record<string, string>>,
): boolean {
  const answer = (Object.hasOwn(answers, field) ? (answers[field] ?? "") : "").trim().toLowerCase();
  if (is !== undefined) return answer === is.trim().toLowerCase();
  return has === undefined || answer.includes(has.trim().toLowerCase());
}

/**
 * The answers with the days in words ('December 1, 2026'), as they are kept and shown. Words that someone sent without a calendar stay.
 */
export function withDaysInWords(
  fields: readonly FieldRule[],
  answers: Readonly<Record<string, string>>,
): Record<string, string> {
  const days = new Set(fields.filter(({ type }) => type === "date").map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [
      name,
      days.has(name) && isDay(answer) ? formatLongDay(answer) : answer,
    ]),
  );
}

/**
 * The first email address or phone number that is none. The database has the same rules for other forms, and the script of the form
 * follows them, too (form-fields-script.ts).
 */
export function invalidAnswer(
  fields: readonly FieldRule[],
  answers: Readonly<Record<string, string>>,
): { field: string; problem: "email" | "phone" } | undefined {
  for (const { name, type } of fields) {
    const answer = Object.hasOwn(answers, name) ? (answers[name]?.trim() ?? "") : "";
    if (type === "email" && answer && !EMAIL.test(answer)) return { field: name, problem: "email" };
    if (type === "tel" && phoneProblem(answer)) return { field: name, problem: "phone" };
  }
  return undefined;
}

/** The required fields that a visitor sees and left empty. Files count by the name of their field. */
export function missingFields(
  fields: readonly FieldRule[],
  answers: Readonly<Record<string, string>>,
  files: ReadonlySet<string>,
): string[] {
  const shown = shownFields(fields, answers);
  return fields
    .filter(({ name, isRequired, types }) => {
      if (!isRequired || !shown.has(name)) return false;
      return types ? !files.has(name) : !(Object.hasOwn(answers, name) && answers[name]?.trim());
    })
    .map(({ name }) => name);
}
