import { isEmailAddress } from "./email-address.ts";
import { formatCount } from "./format-count.ts";
import { formatAlternatives } from "./format-list.ts";
import { FILE_FIELDS, type LeadFileField } from "./lead-fields.ts";
import { SOURCE_NAMES } from "./lead-sources.ts";
import {
  type DateOrder,
  foreignCurrency,
  isTooLarge,
  MAX_CENTS,
  readDate,
  readMoney,
  readSource,
  splitName,
} from "./lead-values.ts";
import { formatMoney } from "./money.ts";
import { phoneProblem } from "./phone.ts";
import { truncateText } from "./truncate-text.ts";
import { withoutAccents } from "./without-accents.ts";
import { foreignCurrencyOfHeader } from "./written-currency.ts";

/** A field's name in files. The owner is a person's name there. */
type FileName<Field> = Field extends "user_id" ? "owner" : Field;
export type LeadColumn = FileName<LeadFileField> | (typeof OWN_COLUMNS)[number]["field"] | "name";

/** File columns that are not fields of a lead. */
const OWN_COLUMNS = [
  { field: "note", label: "Timeline note", names: "note|notes|comment|comments|description|remarks|notiz" },
  { field: "lost_reason", label: "Lost reason", names: "loss reason|closed lost reason|reason" },
  {
    field: "created_at",
    label: "Arrived on",
    names: "created|created on|date|date created|create date|date added|added on|arrived|erstellt",
  },
  { field: "closed_at", label: "Closed on", names: "closed|closed on|close date|won date|lost date" },
] as const;

type Column = { field: LeadColumn; label: string; names: string };

/** The fields that a file's column can fill, with the names that other products use for them. */
export const LEAD_COLUMNS: readonly Column[] = [
  { field: "name", label: "Full name", names: "contact|contact name|lead|lead name|person|kunde" },
  ...FILE_FIELDS.map(
    ({ field, label, headers }): Column => ({ field: field === "user_id" ? "owner" : field, label, names: headers }),
  ),
  ...OWN_COLUMNS,
];

export type LeadMapping = (LeadColumn | null)[];

/** 'E-mail', 'Email' and 'EMAIL' are the same name, and so are 'E-Mail Address ' and 'email_address'. */
const normalizeHeader = (header: string) =>
  withoutAccents(header)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .replace(/\be mail\b/g, "email")
    .trim();

const FIELDS = new Map(
  LEAD_COLUMNS.flatMap(({ field, label, names }) =>
    [field, label, ...names.split("|")].map((name) => [normalizeHeader(name), field] as const),
  ),
);

/** Names of columns that are questions or sentences, tried after the exact names. */
const HEADER_PATTERNS: [RegExp, LeadColumn][] = [
  [/^(lead |contact )?(where|how) .*\b(from|hear|heard|find|found|learn|know|came|come|discover)/, "source"],
  [
    /^(heard|found|came|coming|referred|acquired|acquisition|marketing|traffic|lead|contact|utm) (about us|via|from|through|by|source|channel|medium|origin)\b/,
    "source",
  ],
  [/\b(source|channel) (of|for) (the )?(lead|contact|customer|client)/, "source"],
];

/** The field that a column's name says. 'Value (EUR)' and 'Amount $' are amounts, too. */
function fieldOfHeader(header: string): LeadColumn | null {
  const name = normalizeHeader(header);
  const exact = FIELDS.get(name) ?? FIELDS.get(normalizeHeader(header.replace(/[([]?\b[A-Z]{3}\b[)\]]?\s*$/, "")));
  return exact ?? HEADER_PATTERNS.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/** Guesses the field of each column by its name, else by its content. No field is used twice. */
export function guessMapping(headers: readonly string[], samples: readonly (readonly string[])[]): LeadMapping {
  const mapping: LeadMapping = headers.map(fieldOfHeader);
  const taken = new Set<LeadColumn>();
  for (const [at, field] of mapping.entries()) {
    if (field && taken.has(field)) mapping[at] = null;
    else if (field) taken.add(field);
  }
  for (const [at, field] of mapping.entries()) {
    if (field) continue;
    const cells = samples.map((row) => row[at]?.trim() ?? "").filter(Boolean);
    const mostly = (pattern: RegExp) =>
      cells.length > 0 && cells.filter((cell) => pattern.test(cell)).length >= cells.length * 0.8;
    const guess = mostly(/^[^@\s]+@[^@\s]+\.[^@\s]+$/)
      ? "email"
      : mostly(/^(https?:\/\/|www\.)\S+$/i)
        ? "website"
        : null;
    if (!guess || taken.has(guess)) continue;
    mapping[at] = guess;
    taken.add(guess);
  }
  // First and last name together replace the full name.
  if (taken.has("first_name") && taken.has("last_name"))
    return mapping.map((field) => (field === "name" ? null : field));
  return mapping;
}

/** Why a mapping can't be used: for each column that has the same field as another, and for all together. */
export function mappingProblems(mapping: LeadMapping): { columns: (string | undefined)[]; whole: string | null } {
  const used = mapping.filter((field) => field !== null);
  const isTwice = (field: LeadColumn) => used.indexOf(field) !== used.lastIndexOf(field);
  const labelOf = (wanted: LeadColumn) => LEAD_COLUMNS.find(({ field }) => field === wanted)?.label;
  return {
    columns: mapping.map((field) =>
      field && isTwice(field) ? `Two columns are mapped to ${labelOf(field)}. Choose one.` : undefined,
    ),
    whole: used.some((field) => ["name", "first_name", "last_name", "email", "phone", "company"].includes(field))
      ? null
      : "Map at least one column that identifies the lead: name, email, phone, or company.",
  };
}

export type LeadFields = Record<string, string | number | string[]>;
/** How to read ambiguous values: dates, and amounts, which are in the currency of leads. */
export type ReadOptions = { dates: DateOrder; currency: string };

/** More than all fields of a lead together. A longer row is not a lead, and would exceed the request's limit. */
const MAX_ROW_LENGTH = 40_000;

/** A row in the database's format. `problem` lists everything that could not be read; the cells then stay unchanged. */
export function readLeadRow(
  { cells, truncatedColumns }: { cells: readonly string[]; truncatedColumns: readonly number[] },
  { headers, mapping, ...reading }: ReadOptions & { headers: readonly string[]; mapping: LeadMapping },
): LeadFields {
  const fields: LeadFields = {};
  const problems: string[] = [];
  for (const column of truncatedColumns)
    problems.push(`${headers[column] || `Column ${column + 1}`}: the cell is too long and was cut off`);
  if (cells.slice(headers.length).some((cell) => cell.trim()))
    problems.push(`The row has ${cells.length} cells, but the header has ${headers.length}`);
  const length = mapping.reduce((sum, field, at) => sum + (field ? (cells[at]?.length ?? 0) : 0), 0);
  if (length > MAX_ROW_LENGTH) problems.push(`The row is longer than ${formatCount(MAX_ROW_LENGTH)} characters`);
  for (const [at, field] of mapping.entries()) {
    const text = clean(cells[at] ?? "");
    if (!field || !text) continue;
    const value = readValue(field, text, reading);
    const header = headers[at] || field;
    const foreign = field === "value_cents" ? amountCurrency(header, text, reading.currency) : null;
    if (value === null || foreign)
      problems.push(
        `${columnName(headers[at], field)}: ${valueProblem(field, truncateText(text, 40), reading.currency, foreign)}`,
      );
    else Object.assign(fields, value);
  }
  if (problems.length === 0) return fields;
  // The database checks the cells, too, so that a row gets all its problems at once. It keeps 1,000 characters of each.
  const kept = length > MAX_ROW_LENGTH ? 1_000 : MAX_ROW_LENGTH;
  const asWritten = mapping.flatMap((field, at) => {
    const text = clean(cells[at] ?? "");
    return field && text ? [[field, truncateText(text, kept)] as const] : [];
  });
  return { ...Object.fromEntries(asWritten), ...readDates(fields), problem: truncateText(problems.join("; "), 500) };
}

/** The database can't read the dates as they are in the file, so it gets them also as they were read. */
const readDates = ({ created_at, closed_at }: LeadFields): LeadFields => ({
  ...(created_at && { read_created_at: created_at }),
  ...(closed_at && { read_closed_at: closed_at }),
});

/**
 * The currency of an amount that is not in the leads' currency: 'EUR'. An amount without a currency has the one in its column's
 * name. Null for the leads' own currency, and for texts that are not an amount.
 */
export function amountCurrency(header: string, text: string, currency: string): string | null {
  if (/\p{Sc}|\p{L}{2}/u.test(text)) return foreignCurrency(text, currency);
  return readMoney(text, currency) === null ? null : foreignCurrencyOfHeader(header, currency);
}

function valueProblem(field: LeadColumn, text: string, currency: string, foreign: string | null): string {
  if (field === "source") return `“${text}” isn't a source. Use ${formatAlternatives(Object.values(SOURCE_NAMES))}`;
  if (field !== "value_cents") return `“${text}” isn't a valid date`;
  if (foreign) return `“${text}” is in ${foreign}, but leads are in ${currency.toUpperCase()}`;
  if (isTooLarge(text, currency)) return `“${text}” is more than ${formatMoney({ amount: MAX_CENTS, currency })}`;
  return `“${text}” isn't a valid amount`;
}

const shortName = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/** A column in errors, as the file names it, with our name behind it if it is another one. The same as private.import_names. */
function columnName(header: string | undefined, field: LeadColumn): string {
  const label = LEAD_COLUMNS.find((column) => column.field === field)?.label ?? field;
  if (!header) return label;
  const [said, ours] = [shortName(header), shortName(label)];
  return said.includes(ours) || ours.includes(said) || header.endsWith(")") ? header : `${header} (${label})`;
}

const MAX_LENGTHS = new Map<LeadColumn, number>([
  ...FILE_FIELDS.flatMap(({ field, kind, isFact, maxLength }) =>
    maxLength !== null && isFact && kind !== "list" ? [[field, maxLength] as const] : [],
  ),
  ["note", 10_000],
  ["lost_reason", 1_000],
]);

/** What the check compares names with. Without a list, its names aren't checked here. */
type Known = { stages?: readonly { key: string; label: string }[]; owners?: readonly string[]; now?: Date };

/** What the check will say about a cell by itself, in short: 'not an amount'. Null if it can be imported. */
export function cellProblem(
  { header, text, field }: { header: string; text: string; field: LeadColumn },
  { dates, currency }: ReadOptions,
  { stages, owners, now = new Date() }: Known = {},
): string | null {
  const cell = clean(text);
  if (!cell) return null;
  if (field === "value_cents") {
    const other = amountCurrency(header, cell, currency);
    if (other) return `${other}, not ${currency.toUpperCase()}`;
    if (isTooLarge(cell, currency)) return "too large";
    return readMoney(cell, currency) === null ? "not an amount" : null;
  }
  if (field === "created_at" || field === "closed_at") {
    const date = readDate(cell, dates);
    if (date === null) return "not a date";
    // A whole day later, it's in the future in every time zone. The check knows the account's.
    return field === "created_at" && Date.parse(date) > now.getTime() + 86_400_000 ? "in the future" : null;
  }
  if (field === "email" && !isEmailAddress(cell)) return "not an email address";
  if (field === "phone" && phoneProblem(cell)) return "not a phone number";
  if (field === "source" && readSource(cell) === null) return "not a source";
  const name = cell.toLowerCase();
  if (
    field === "stage" &&
    stages &&
    !stages.some(({ key, label }) => label.toLowerCase() === name || key === name.replaceAll(" ", "_"))
  )
    return "no stage has this name";
  // An address may be a colleague's, which isn't known here.
  if (field === "owner" && owners && !name.includes("@") && !owners.some((owner) => owner.toLowerCase() === name))
    return "no one on the team has this name";
  const longest = MAX_LENGTHS.get(field);
  return longest && [...cell].length > longest ? `longer than ${formatCount(longest)} characters` : null;
}

/** No database can store NUL characters. Cutting can leave lone surrogates. */
const clean = (text: string) => text.replaceAll("\0", "").toWellFormed().trim();

const list = (text: string) =>
  [
    ...new Set(
      text
        .split(/[,;|]/)
        .map((part) => part.trim())
        .filter(Boolean),
    ),
  ].slice(0, 20);

function readValue(field: LeadColumn, text: string, { dates, currency }: ReadOptions): LeadFields | null {
  switch (field) {
    case "name": {
      const { first, last } = splitName(text);
      return { ...(first && { first_name: first }), ...(last && { last_name: last }) };
    }
    case "value_cents": {
      const cents = readMoney(text, currency);
      return cents === null ? null : { value_cents: cents };
    }
    case "created_at":
    case "closed_at": {
      const date = readDate(text, dates);
      return date === null ? null : { [field]: date };
    }
    case "source": {
      const source = readSource(text);
      return source === null ? null : { source };
    }
    case "tags":
    case "tier_interest":
      return { [field]: list(text) };
    default:
      return { [field]: text };
  }
}
