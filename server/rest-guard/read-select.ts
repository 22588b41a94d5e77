import { BadRequest } from "../request/bad-request.ts";

/** Embedded tables by their name in the query, each with the tables inside it. */
export type Embeds = Map<string, Embeds>;

/** The contents of a `select`. The counts cover all levels. */
export type Selected = {
  items: number;
  repeats: number;
  depth: number;
  embeds: Embeds;
  /** The names and aliases of all embedded tables, at all levels. */
  embedded: string[];
};

const COLUMN =
  /^(?:[A-Za-z_]\w*:)?(\*|[A-Za-z_]\w*)(?:->>?\w+){0,8}(?:::[A-Za-z_]\w*)?(?:\.[a-z]+\(\)|\(\))?(?:::[A-Za-z_]\w*)?$/;
const EMBED = /^(?:\.\.\.)?(?:([A-Za-z_]\w*):)?([A-Za-z_]\w*)(?:![A-Za-z_]\w*){0,2}$/;
/** `leads()` joins a table without selecting columns; `count()` and `amount.sum()` do not join. */
const EMPTY_EMBED = /^(?!(?:\w+:)?count\()[\w:!]+\(\)$/;
const MAX_ITEM_LENGTH = 200;
/** Where reading stops. The sender's limits say how deep a query may be. */
const MAX_DEPTH = 10;

type Level = { embeds: Embeds; columns: Map<string, number> };

/** Reads a `select`. Throws BadRequest for everything but plain names, because all our names are plain. */
export function readSelect(text: string): Selected {
  const root: Level = { embeds: new Map(), columns: new Map() };
  const levels = [root];
  const selected: Selected = { items: 0, repeats: 0, depth: 0, embeds: root.embeds, embedded: [] };
  if (text === "") return selected;
  // If the library cannot read the rest of such a select, it selects every column.
  if (text.startsWith("...")) throw new BadRequest("target", "Name a column before the columns of an embedded table");
  let isAfterEmbed = false;
  for (const { token, end } of tokens(text)) {
    const level = levels.at(-1);
    if (!level || token.length > MAX_ITEM_LENGTH || levels.length > MAX_DEPTH) throw unreadable();
    const isEmpty = EMPTY_EMBED.test(token);
    if (end === "(" || isEmpty) {
      const inside = addEmbed(level, isEmpty ? token.slice(0, -2) : token, selected);
      selected.depth = Math.max(selected.depth, levels.length);
      if (end === "(") levels.push(inside);
    } else if (token !== "" || !isAfterEmbed) addColumn(level, token, selected);
    if (end === ")") levels.pop();
    isAfterEmbed = end === ")";
  }
  if (levels.length !== 1) throw unreadable();
  return selected;
}

function addColumn(level: Level, token: string, selected: Selected): void {
  const name = COLUMN.exec(token)?.[1];
  if (!name) throw unreadable();
  count(level, name, selected);
}

function addEmbed(level: Level, token: string, selected: Selected): Level {
  const [, alias, name] = EMBED.exec(token) ?? [];
  if (!name) throw unreadable();
  const inside: Level = { embeds: new Map(), columns: new Map() };
  if (level.embeds.has(alias ?? name)) throw new BadRequest("target", `${alias ?? name} is embedded twice: name one`);
  level.embeds.set(alias ?? name, inside.embeds);
  selected.embedded.push(name, ...(alias === undefined ? [] : [alias]));
  count(level, name, selected);
  return inside;
}

function count(level: Level, name: string, selected: Selected): void {
  const times = (level.columns.get(name) ?? 0) + 1;
  level.columns.set(name, times);
  selected.items += 1;
  selected.repeats = Math.max(selected.repeats, times);
}

type Token = { token: string; end: "," | "(" | ")" | "" };

/** The texts between commas and parentheses. The pair `()` of an aggregate belongs to its text. */
function* tokens(text: string): Generator<Token> {
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === "(" && text[at + 1] === ")") at++;
    else if (sign === "," || sign === "(" || sign === ")") {
      yield { token: text.slice(start, at).trim(), end: sign };
      start = at + 1;
    }
  }
  yield { token: text.slice(start).trim(), end: "" };
}

function unreadable(): BadRequest {
  return new BadRequest("target", "Couldn't parse the select parameter");
}
