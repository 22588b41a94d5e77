import { leadName } from "../../../../domain/lead-name.ts";
import { isOneErrorOff } from "../../../../domain/typing-error.ts";
import { withoutAccents } from "../../../../domain/without-accents.ts";
import type { LeadRef } from "../lib/lead-types.ts";
import type { PaletteLead } from "./palette-items.tsx";

type LeadWords = Pick<PaletteLead, "name" | "company" | "email">;

/** Whether each typed word begins a word of this lead, not only resembles one or is within one. */
export const beginsWith = ({ name, company, email }: LeadWords, typed: string) =>
  beginsWords([name, company, email].filter(Boolean).join(" "), typed);

export function beginsWords(text: string, typed: string): boolean {
  return fitsWords(text, typed, (part, word) => word.startsWith(part));
}

/** Signs alone, such as an emoji, have no words: the text itself contains them. */
function fitsWords(text: string, typed: string, fits: (part: string, word: string) => boolean): boolean {
  const [words, parts] = [wordsOf(text), wordsOf(typed)];
  if (parts.length === 0) return text.includes(typed.trim());
  return parts.every((part) => words.some((word) => fits(part, word)));
}

/** Whether the label contains each typed word, in any order. */
export function contains(label: string, typed: string): boolean {
  const text = label.toLowerCase();
  return typed.split(/\s+/).every((part) => text.includes(part));
}

/** Whether each typed word is within one typing error of how a word of the label begins: "baord", "anlytics". */
export function resembles(label: string, typed: string): boolean {
  return fitsWords(label, typed, (part, word) => word.startsWith(part) || isOneErrorOff(part, word));
}

const wordsOf = (text: string) =>
  withoutAccents(text)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Whether what was typed begins words of this action. The name of its lead doesn't count. */
export const isActionMeant = (label: string, lead: LeadRef | undefined, typed: string) =>
  typed !== "" && beginsWords(lead ? label.replace(leadName(lead), "") : label, typed);

/** Whether what was typed begins a name of this lead. "book" is no Lantern Bookkeeping while there is an action "Book a call". */
export const isNamed = ({ name, company }: LeadWords, typed: string) =>
  beginsWords(name ?? "", typed) || (company ?? "").toLowerCase().startsWith(typed.toLowerCase());
