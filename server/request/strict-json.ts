import { BadRequest } from "./bad-request.ts";

const MAX_DEPTH = 64;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** How JSON spells a NUL. It may also be the end of an escaped backslash, so it is decoded before it is refused. */
const NUL = "\\u0000";
const SPACES = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * Decodes bytes as text. Throws BadRequest if they are not UTF-8, because decoders replace invalid bytes differently.
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new BadRequest("body", "The body isn't valid UTF-8");
  }
}

/**
 * Parses JSON that every parser reads alike. Throws BadRequest for a duplicate name in one object in any spelling
 * (`email` and `\u0065mail`), for `__proto__`, for NUL, for deep nesting, and for invalid JSON.
 */
export function parseStrictJson(text: string): unknown {
  checkNames(text);
  try {
    return JSON.parse(text);
  } catch {
    throw new BadRequest("body", "Could not parse request body as JSON");
  }
}

/** Checks the text in one pass. It keeps the names of each open object; `undefined` stands for an open list. */
function checkNames(text: string): void {
  const open: (Set<string> | undefined)[] = [];
  const mayHoldNul = text.includes(NUL);
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at);
      const names = open.at(-1);
      if (names && text[skipSpaces(text, end)] === ":") addName(names, decodeString(text.slice(at, end)));
      else if (mayHoldNul && text.slice(at, end).includes(NUL)) decodeString(text.slice(at, end));
      at = end - 1;
    } else if (character === "{" || character === "[") {
      open.push(character === "{" ? new Set() : undefined);
      if (open.length > MAX_DEPTH) throw new BadRequest("body", "The request is nested too deeply");
    } else if (character === "}" || character === "]") open.pop();
  }
}

function addName(names: Set<string>, name: string): void {
  if (name === "__proto__") throw new BadRequest("body", "The body must not contain the name __proto__");
  if (names.has(name))
    throw new BadRequest("body", `The body contains the name ${JSON.stringify(name.slice(0, 50))} twice`);
  names.add(name);
}

/** The position after the string's closing quote, or after the text if the string has no end. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH) at++;
  }
  return text.length;
}

function skipSpaces(text: string, start: number): number {
  let at = start;
  while (SPACES.has(text.charCodeAt(at))) at++;
  return at;
}

function decodeString(raw: string): string {
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    throw new BadRequest("body", "Could not parse request body as JSON");
  }
  if (String(value).includes("\0")) throw new BadRequest("body", "Strings must not contain NUL");
  return String(value);
}
