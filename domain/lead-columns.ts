import { type DateOrder, readDate, readMoney, readSource, splitName } from "./lead-values.ts";
import { truncateText } from "./truncate-text.ts";

/** What a column of a file can fill, with the names under which other products export it. */
export const LEAD_COLUMNS = [
  { field: "name", label: "Full name", names: "name|full name|contact|contact name|lead|lead name|person|kunde" },
  { field: "first_name", label: "First name", names: "first name|firstname|first|given name|vorname|forename" },
  { field: "last_name", label: "Last name", names: "last name|lastname|last|surname|family name|nachname" },
  {
    field: "email",
    label: "E-mail",
    names: "email|e mail|mail|email address|e mail address|work email|primary email|email 1",
  },
  {
    field: "phone",
    label: "Phone",
    names: "phone|phone number|telephone|tel|mobile|cell|mobile phone|telefon|handy|whatsapp|primary phone",
  },
  {
    field: "company",
    label: "Company",
    names: "company|company name|organization|organisation|business|business name|account|account name|firma",
  },
  { field: "website", label: "Website", names: "website|web|url|site|domain|homepage|company website" },
  { field: "role", label: "Role", names: "role|job title|title|position|job" },
  { field: "stage", label: "Stage", names: "stage|status|lead status|deal stage|pipeline stage|phase|lifecycle stage" },
  {
    field: "value_cents",
    label: "Value",
    names: "value|deal value|amount|deal amount|opportunity value|budget|revenue|lead value|price|wert",
  },
  {
    field: "owner",
    label: "Owner",
    names: "owner|assigned to|assignee|rep|sales rep|contact owner|deal owner|lead owner|account owner|user",
  },
  { field: "source", label: "Source", names: "source|lead source|origin|channel|original source|quelle" },
  { field: "tags", label: "Tags", names: "tags|tag|labels|label|segments|lists" },
  {
    field: "tier_interest",
    label: "Offers",
    names: "tier interest|tiers|offer|offers|interest|interested in|product|package|services",
  },
  { field: "ad_spend", label: "Ad spend", names: "ad spend|adspend|ad budget|monthly ad spend|marketing budget" },
  {
    field: "target_clients",
    label: "Target clients",
    names: "target clients|new clients|target new clients|target new clients per month",
  },
  { field: "deal_size", label: "Deal size", names: "deal size|average deal size|avg deal size|client value" },
  { field: "timeline", label: "Timeline", names: "timeline|start|when|timeframe" },
  {
    field: "best_contact",
    label: "Best contact",
    names: "best contact|preferred contact|contact method|preferred channel",
  },
  { field: "goals", label: "Goals", names: "goals|goal|message|needs|challenge|inquiry" },
  { field: "note", label: "Note in the history", names: "note|notes|comment|comments|description|remarks|notiz" },
  { field: "lost_reason", label: "Lost reason", names: "lost reason|loss reason|closed lost reason|reason" },
  {
    field: "created_at",
    label: "Arrived on",
    names: "created|created at|created on|date|date created|create date|date added|added on|arrived|erstellt",
  },
  { field: "closed_at", label: "Closed on", names: "closed|closed at|closed on|close date|won date|lost date" },
] as const;

export type LeadColumn = (typeof LEAD_COLUMNS)[number]["field"];
export type LeadMapping = (LeadColumn | null)[];

const FIELDS = new Map<string, LeadColumn>(
  LEAD_COLUMNS.flatMap(({ field, names }) =>
    [field.replaceAll("_", " "), ...names.split("|")].map((name) => [name, field] as const),
  ),
);

/** 'E-Mail Address ' and 'email_address' are one name. */
const normalizeHeader = (header: string) =>
  header
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

/** Which field each column fills, by its name, else by what stands in it; no field twice. */
export function guessMapping(headers: readonly string[], samples: readonly (readonly string[])[]): LeadMapping {
  const mapping: LeadMapping = headers.map((header) => FIELDS.get(normalizeHeader(header)) ?? null);
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
  // Two columns that together say what one says.
  if (taken.has("first_name") && taken.has("last_name"))
    return mapping.map((field) => (field === "name" ? null : field));
  return mapping;
}

/** What keeps a mapping from being used; null when nothing does. */
export function mappingProblem(mapping: LeadMapping): string | null {
  const used = mapping.filter((field) => field !== null);
  const twice = used.find((field, at) => used.indexOf(field) !== at);
  if (twice) return `Two columns fill ${LEAD_COLUMNS.find(({ field }) => field === twice)?.label}. Choose one of them.`;
  if (!used.some((field) => ["name", "first_name", "last_name", "email", "phone", "company"].includes(field)))
    return "Choose at least one column that says who the lead is: a name, e-mail, phone or company.";
  return null;
}

export type LeadFields = Record<string, string | number | string[]>;
/** How what can be read in several ways is read: days, and amounts, which are in the currency that leads are counted in. */
export type ReadOptions = { dates: DateOrder; currency: string };

/** More than all fields of a lead hold together: what is longer is no lead, and would not fit through the door. */
const MAX_ROW_LENGTH = 40_000;

/** A row as the database takes it; `problem` says what could not be read, and then the cells stay as they stood. */
export function readLeadRow(
  { cells, truncatedColumns }: { cells: readonly string[]; truncatedColumns: readonly number[] },
  { headers, mapping, ...reading }: ReadOptions & { headers: readonly string[]; mapping: LeadMapping },
): LeadFields {
  const fields: LeadFields = {};
  const problems: string[] = [];
  for (const column of truncatedColumns)
    problems.push(`${headers[column] || `Column ${column + 1}`}: the cell is too long and was cut off`);
  if (cells.slice(headers.length).some((cell) => cell.trim()))
    problems.push(`The row has ${cells.length} cells, the header ${headers.length}`);
  const length = mapping.reduce((sum, field, at) => sum + (field ? (cells[at]?.length ?? 0) : 0), 0);
  if (length > MAX_ROW_LENGTH)
    problems.push(`The row is longer than ${MAX_ROW_LENGTH.toLocaleString("en")} characters`);
  for (const [at, field] of mapping.entries()) {
    const text = clean(cells[at] ?? "");
    if (!field || !text) continue;
    const value = readValue(field, text, reading);
    if (value === null)
      problems.push(
        `${headers[at] || field}: '${truncateText(text, 40)}' is no ${field === "value_cents" ? "amount" : "date"}`,
      );
    else Object.assign(fields, value);
  }
  if (problems.length === 0) return fields;
  const asWritten = mapping.flatMap((field, at) =>
    field ? [[field, truncateText(clean(cells[at] ?? ""), 1_000)] as const] : [],
  );
  return { ...Object.fromEntries(asWritten), problem: truncateText(problems.join("; "), 500) };
}

/** Zero characters no database takes; halves of characters come from cutting. */
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
    case "source":
      return { source: readSource(text) };
    case "tags":
    case "tier_interest":
      return { [field]: list(text) };
    default:
      return { [field]: text };
  }
}
