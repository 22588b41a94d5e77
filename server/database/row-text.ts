import { isoTimestamp } from "./timestamps.ts";

/** A column as PostgreSQL describes it. */
export type Field = { name: string; dataTypeID: number };
type Parse = (text: string) => unknown;
type Write = (text: string) => string;
/** Writes one row, given PostgreSQL's text of each value, as JSON. */
export type WriteRow = (values: (string | null)[]) => string;

const number: Write = (text) => text;
const quoted: Write = (text) => `"${text}"`;

/** Types whose JSON is their text, or nearly so. All other values are parsed and written, as in any other response. */
const WRITERS: Partial<Record<number, Write>> = {
  16: (text) => (text === "t" ? "true" : "false"),
  21: number,
  23: number,
  25: JSON.stringify,
  1043: JSON.stringify,
  1082: quoted,
  1184: (text) => quoted(isoTimestamp(text)),
  2950: quoted,
};

const MAX_KNOWN = 500;
const known = new Map<string, { fields: Field[]; write: WriteRow }>();

/**
 * How rows of these columns become JSON without an object for each. The text is what `JSON.stringify` makes of the parsed
 * row. `key` is the statement: its writer is made once, and again when its columns change.
 */
export function rowWriter(key: string, fields: Field[], parserOf: (type: number) => Parse): WriteRow {
  const found = known.get(key);
  if (found && isSame(found.fields, fields)) return found.write;
  if (known.size >= MAX_KNOWN) known.clear();
  const write = makeWriter(fields, parserOf);
  known.set(key, { fields, write });
  return write;
}

const isSame = (some: Field[], others: Field[]) =>
  some.length === others.length &&
  some.every(({ name, dataTypeID }, at) => name === others[at]?.name && dataTypeID === others[at]?.dataTypeID);

function makeWriter(fields: Field[], parserOf: (type: number) => Parse): WriteRow {
  const parsers = fields.map(({ dataTypeID }) => parserOf(dataTypeID));
  if (!keepsOrder(fields))
    return (values) =>
      JSON.stringify(Object.fromEntries(fields.map(({ name }, at) => [name, parsed(parsers[at], values[at])])));
  const names = fields.map(({ name }, at) => `${at === 0 ? "{" : ","}${JSON.stringify(name)}:`);
  const writers = fields.map(
    ({ dataTypeID }, at): Write =>
      WRITERS[dataTypeID] ?? ((text) => JSON.stringify(parsed(parsers[at], text)) ?? "null"),
  );
  return (values) => {
    let row = "";
    for (let at = 0; at < names.length; at += 1) {
      const value = values[at];
      row += names[at];
      row += value == null ? "null" : writers[at]?.(value);
    }
    return `${row}}`;
  };
}

const parsed = (parse: Parse | undefined, text: string | null | undefined): unknown =>
  text == null ? null : parse?.(text);

/** An object keeps names in order unless one comes twice or looks like a number. */
const keepsOrder = (fields: Field[]): boolean =>
  fields.length > 0 &&
  new Set(fields.map(({ name }) => name)).size === fields.length &&
  fields.every(({ name }) => /^\D/.test(name));
