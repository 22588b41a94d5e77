/** A text for many leads. Its subject and body may contain placeholders, such as {{first_name}}. */
export type TemplateText = { subject: string; body: string };
export type EmailTemplate = TemplateText & { id: string; name: string };

/** What each placeholder is called, and what replaces it if the value isn't known, so that the sentence stays correct. */
export const PLACEHOLDERS = {
  first_name: { label: "their first name", unknown: "there" },
  company: { label: "their company", unknown: "your business" },
  agency: { label: "your company's name", unknown: "our agency" },
  sender: { label: "your name", unknown: "" },
} as const;
export type Placeholder = keyof typeof PLACEHOLDERS;

/** Of a lead and of the sender. */
export type TemplateValues = Partial<Record<Placeholder, string | null>>;

/** The templates that every team has. A team adds its own (`public.email_templates`). */
export const STARTER_TEMPLATES: readonly EmailTemplate[] = [
  {
    id: "first",
    name: "First reply",
    subject: "Your request, {{first_name}}",
    body: "Hi {{first_name}},\n\nThanks for reaching out to {{agency}}. I have a few ideas for {{company}}.\n\nDo you have time for a quick call today or tomorrow?\n\n{{sender}}",
  },
  {
    id: "missed",
    name: "We missed you",
    subject: "I just tried to call you",
    body: "Hi {{first_name}},\n\nI just tried to call you about your request but couldn't get through. Reply with a time that works for you, and I'll call then.\n\n{{sender}}",
  },
  {
    id: "booked",
    name: "Before the call",
    subject: "Our call about {{company}}",
    body: "Hi {{first_name}},\n\nI'm looking forward to our call. To make the most of it, have two numbers handy: your current ad spend and how many new clients you want each month.\n\n{{sender}}",
  },
];

const MARK = /\{\{[ \t\r\n]*(\w*)[ \t\r\n]*\}\}/g;
/** What a text has in double braces, and a placeholder in any other braces. `private.in_braces` has the same rule. */
const IN_BRACES = /\{\{(?:[^}]|\}[^}])*\}\}+|\{+[ \t\r\n]*(?:first_name|company|agency|sender)[ \t\r\n]*\}+/gi;
const CORRECT = /^\{\{[ \t\r\n]*(?:first_name|company|agency|sender)[ \t\r\n]*\}\}$/;
const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(PLACEHOLDERS, name);

/** The text for one lead. */
export function fillTemplate({ subject, body }: TemplateText, values: TemplateValues): TemplateText {
  const isNamed = Boolean(values.first_name?.trim());
  const fill = (text: string) =>
    (isNamed ? text : dropNames(text)).replace(MARK, (whole, name: string, at: number, all: string) => {
      if (!isPlaceholder(name)) return whole;
      const { unknown } = PLACEHOLDERS[name];
      return values[name]?.trim() || (isAtLineStart(all, at) ? capitalized(unknown) : unknown);
    });
  return { subject: fill(subject), body: fill(body) };
}

const NAME = /\{\{[ \t\r\n]*first_name[ \t\r\n]*\}\}/.source;
const NAME_AFTER_COMMA = new RegExp(`[^\\S\\n]*,(?:[^\\S\\n]*${NAME})+`, "g");
const NAME_AT_LINE_START = new RegExp(`^(?:[^\\S\\n]*${NAME}[^\\S\\n]*[,:;!?–—-]+)+[^\\S\\n]*(\\p{L}?)`, "gmu");

/** A name that addresses someone needs no word instead: "Your request, {{first_name}}" is "Your request". "Hi there" needs one. */
const dropNames = (text: string) =>
  text.replace(NAME_AFTER_COMMA, "").replace(NAME_AT_LINE_START, (_, letter: string) => capitalized(letter));

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const isAtLineStart = (text: string, at: number) => /(?:^|\n)[^\S\n]*$/.test(text.slice(0, at));

/** Makes a template of a text for one lead: whole words that are one of the values become its placeholder. */
export function toTemplate({ subject, body }: TemplateText, values: TemplateValues): TemplateText {
  const known = (Object.keys(PLACEHOLDERS) as Placeholder[]).flatMap((name) => {
    const value = values[name]?.trim();
    return value ? [{ name, value }] : [];
  });
  if (known.length === 0) return { subject, body };
  // A name may begin with another one.
  const words = known.map(({ value }) => value).sort((one, other) => other.length - one.length);
  const found = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map(escaped).join("|")})(?![\\p{L}\\p{N}])`, "gu");
  const mark = (text: string) =>
    text.replace(found, (word) => `{{${known.find(({ value }) => value === word)?.name}}}`);
  return { subject: mark(subject), body: mark(body) };
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** What is in braces like a placeholder but isn't one, as it is written; null if all are correct. */
export const unknownPlaceholder = (text: string): string | null =>
  (text.match(IN_BRACES) ?? []).find((found) => !CORRECT.test(found)) ?? null;

/** Why a template can't have this text, with the placeholder that may be meant. */
export function placeholderProblem(text: string): string | null {
  const unknown = unknownPlaceholder(text);
  if (unknown === null) return null;
  const near = nearPlaceholder(unknown);
  return `${shortened(unknown)} isn't a placeholder, so the lead would read it${near ? `. Did you mean {{${near}}}?` : ""}`;
}

/** Why an email can't be sent with this text: nothing fills in its placeholders then. */
export function unfilledProblem(text: string): string | null {
  const [found] = text.match(IN_BRACES) ?? [];
  if (found === undefined) return null;
  const near = nearPlaceholder(found);
  return `${shortened(found)} isn't filled in, so the lead would read it${near ? `. Write ${PLACEHOLDERS[near].label} instead.` : ""}`;
}

const shortened = (found: string) => (found.length > 60 ? `${found.slice(0, 59)}…` : found);

/** By the letters alone: a part of its name, the name within more words, or up to two typos. */
function nearPlaceholder(written: string): Placeholder | undefined {
  const letters = written.toLowerCase().replace(/[^a-z]/g, "");
  if (letters.length < 4) return undefined;
  return (Object.keys(PLACEHOLDERS) as Placeholder[]).find((name) => {
    const right = name.replace("_", "");
    return right.includes(letters) || letters.includes(right) || typos(letters, right) <= 2;
  });
}

/** How many letters to add, remove or replace. */
function typos(written: string, right: string): number {
  let above = [...right, ""].map((_, index) => index);
  for (const [row, letter] of [...written].entries()) {
    const current = [row + 1];
    for (const [index, wanted] of [...right].entries())
      current.push(
        Math.min(
          (current[index] ?? 0) + 1,
          (above[index + 1] ?? 0) + 1,
          (above[index] ?? 0) + (letter === wanted ? 0 : 1),
        ),
      );
    above = current;
  }
  return above[right.length] ?? 0;
}
