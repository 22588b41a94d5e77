import { truncateText } from "../../../../domain/truncate-text.ts";
import { z } from "../schema.ts";
import type { SentFile } from "./form-files.ts";

/** A form's answers by field name, and our own fields, whose names start with an underscore. */
export type SentForm = { answers: Record<string, string>; ours: Record<string, string>; files: SentFile[] };

const MAX_FIELDS = 60;
const MAX_NAME_LENGTH = 100;
const MAX_ANSWER_LENGTH = 10_000;
const MAX_CHARACTERS = 20_000;

const jsonBody = z.record(z.string(), z.unknown());

/** Reads a form in any encoding. Null if the body is not a form. */
export async function readForm(request: Request): Promise<SentForm | null> {
  const entries = /json/i.test(request.headers.get("content-type") ?? "")
    ? await jsonEntries(request)
    : await request
        .formData()
        .then((data) => [...data.entries()])
        .catch(() => null);
  if (!entries) return null;
  const form: SentForm = { answers: {}, ours: {}, files: [] };
  for (const [name, value] of entries) {
    if (value instanceof File) form.files.push({ field: truncateText(clean(name), MAX_NAME_LENGTH), file: value });
    if (typeof value !== "string") continue;
    const [key, text] = [truncateText(clean(name), MAX_NAME_LENGTH), clean(value)];
    if (key === "") continue;
    const into = key.startsWith("_") ? form.ours : form.answers;
    // Checkboxes with the same name are one answer.
    const held = Object.hasOwn(into, key) ? into[key] : "";
    Object.defineProperty(into, key, {
      value: held && text ? `${held}, ${text}` : held || text,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return form;
}

/** Whether the form is larger than a person's input would be. */
export function isTooLarge({ answers }: SentForm): boolean {
  const texts = Object.entries(answers);
  const characters = texts.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return (
    texts.length > MAX_FIELDS ||
    characters > MAX_CHARACTERS ||
    texts.some(([, value]) => value.length > MAX_ANSWER_LENGTH)
  );
}

async function jsonEntries(request: Request): Promise<[string, unknown][] | null> {
  const parsed = jsonBody.safeParse(await request.json().catch(() => null));
  if (!parsed.success) return null;
  return Object.entries(parsed.data).flatMap(([name, value]): [string, unknown][] =>
    Array.isArray(value) ? value.map((one) => [name, textOf(one)]) : [[name, textOf(value)]],
  );
}

function textOf(value: unknown): unknown {
  return typeof value === "number" || typeof value === "boolean" ? String(value) : value;
}

/** Removes characters that the database cannot store. */
function clean(text: string): string {
  return text.replaceAll("\0", "").toWellFormed().replace(/\r\n?/g, "\n").trim();
}
