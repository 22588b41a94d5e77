import { LEAD_LABELS } from "../../../../domain/lead-fields.ts";
import type { LeadRow } from "../lib/lead-types.ts";

/** Widths in CSS pixels. */
export const MIN_WIDTH = 72;
const MAX_WIDTH = 640;
const CHECKBOX_WIDTH = 44;
/** A longer text cannot come from the page, because it would name more columns than exist. */
const MAX_TEXT_LENGTH = 2_000;

export type ColumnKey =
  | "name"
  | "company"
  | "stage"
  | "value"
  | "owner"
  | "source"
  | "next_step"
  | "clock"
  | "email"
  | "phone"
  | "tags"
  | "arrived"
  | "last_activity"
  | "response";

export type Column = {
  key: ColumnKey;
  label: string;
  /** The width until someone resizes a column. */
  base: number;
  /** The share of the remaining width, while no column has a width of its own. */
  grow?: number;
  /** The sort key of the database. */
  sort?: string;
  /** The direction of the first click on the header. */
  descending?: boolean;
  numeric?: boolean;
  /** Edited in place. */
  editField?: keyof LeadRow;
};

export const COLUMNS: readonly Column[] = [
  { key: "name", label: "Name", base: 170, grow: 1.4, sort: "name" },
  { key: "company", label: LEAD_LABELS.company, base: 130, grow: 1.2, sort: "company", editField: "company" },
  { key: "stage", label: LEAD_LABELS.stage, base: 140, sort: "stage", editField: "stage" },
  { key: "clock", label: "Clock", base: 100, sort: "clock" },
  { key: "arrived", label: "Arrived", base: 96, sort: "arrived", descending: true },
  {
    key: "value",
    label: LEAD_LABELS.value_cents,
    base: 104,
    sort: "value",
    descending: true,
    numeric: true,
    editField: "value_cents",
  },
  { key: "owner", label: LEAD_LABELS.user_id, base: 152, grow: 1, editField: "owner_id" },
  { key: "source", label: LEAD_LABELS.source, base: 120, editField: "source" },
  { key: "next_step", label: "Next step", base: 116, sort: "next_step" },
  { key: "email", label: LEAD_LABELS.email, base: 180, grow: 1.3, editField: "email" },
  { key: "phone", label: LEAD_LABELS.phone, base: 150, editField: "phone" },
  { key: "tags", label: LEAD_LABELS.tags, base: 130, grow: 1, editField: "tags" },
  { key: "last_activity", label: "Last activity", base: 108, sort: "last_activity", descending: true },
  { key: "response", label: "Response", base: 112, sort: "response", numeric: true },
];

const BY_KEY = new Map<string, Column>(COLUMNS.map((column) => [column.key, column]));

/** A shown column. A null width is the standard one. */
export type ShownColumn = { key: ColumnKey; width: number | null };
/** The shown columns from left to right. The name is always the first. */
export type ColumnLayout = readonly ShownColumn[];

const DEFAULT_KEYS: ColumnKey[] = [
  "name",
  "company",
  "stage",
  // On a narrow screen, too: these two say whom to answer first.
  "clock",
  "arrived",
  "value",
  "owner",
  "source",
  "next_step",
];
export const DEFAULT_LAYOUT: ColumnLayout = DEFAULT_KEYS.map((key) => ({ key, width: null }));

/** The column with this key. Layouts have only keys of columns. */
export const columnOf = (key: ColumnKey): Column => BY_KEY.get(key) as Column;

/** A width within the limits, in whole pixels. */
export const clampWidth = (width: number): number =>
  Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width || MIN_WIDTH)));

/**
 * Reads a layout such as 'name:220,company,stage:140'. Columns that this version does not know are left out, and widths are kept
 * within the limits. A text without any known column is the default layout.
 */
export function readLayout(text: string): ColumnLayout {
  const widths = new Map<ColumnKey, number | null>();
  for (const part of text.slice(0, MAX_TEXT_LENGTH).split(",")) {
    const [key = "", width = ""] = part.split(":");
    const column = BY_KEY.get(key);
    if (column && !widths.has(column.key))
      widths.set(column.key, /^\d{1,9}$/.test(width) ? clampWidth(Number(width)) : null);
  }
  if (widths.size === 0) return DEFAULT_LAYOUT;
  const name: ShownColumn = { key: "name", width: widths.get("name") ?? null };
  widths.delete("name");
  return [name, ...[...widths].map(([key, width]) => ({ key, width }))];
}

/** The text of a layout. The default layout is an empty text. */
export function writeLayout(layout: ColumnLayout): string {
  const text = (some: ColumnLayout) =>
    some.map(({ key, width }) => (width === null ? key : `${key}:${width}`)).join(",");
  return text(layout) === text(DEFAULT_LAYOUT) ? "" : text(layout);
}

/** Moves a column to a place. The name keeps the first place. */
export function moveColumn(layout: ColumnLayout, key: ColumnKey, to: number): ColumnLayout {
  const moved = layout.find((shown) => shown.key === key);
  if (!moved || key === "name") return layout;
  const others = layout.filter((shown) => shown !== moved);
  const at = Math.min(Math.max(to, 1), others.length);
  return [...others.slice(0, at), moved, ...others.slice(at)];
}

/** Shows a column after its usual neighbor, or hides it. The name stays. */
export function toggleColumn(layout: ColumnLayout, key: ColumnKey): ColumnLayout {
  if (key === "name") return layout;
  if (layout.some((shown) => shown.key === key)) return layout.filter((shown) => shown.key !== key);
  const before = COLUMNS.slice(0, COLUMNS.indexOf(columnOf(key))).map((column) => column.key);
  const at = layout.findLastIndex((shown) => before.includes(shown.key));
  return [...layout.slice(0, at + 1), { key, width: null }, ...layout.slice(at + 1)];
}

/**
 * Gives a column a width. The other columns keep the widths that they have on the screen, so that only the dragged edge and what
 * is behind it move.
 */
export function resizeColumn(
  layout: ColumnLayout,
  key: ColumnKey,
  width: number,
  measured: (key: ColumnKey) => number,
): ColumnLayout {
  return layout.map((shown) => ({
    key: shown.key,
    width: clampWidth(shown.key === key ? width : (shown.width ?? measured(shown.key))),
  }));
}

/**
 * The grid tracks of a layout and the least width of the table. Until a column is resized, some columns share the remaining
 * width. Afterward all are fixed, and an empty track takes the rest.
 */
export function gridOf(layout: ColumnLayout): { columns: string; width: string } {
  const isFixed = layout.some(({ width }) => width !== null);
  const tracks = layout.map(({ key, width }) => {
    const { base, grow } = columnOf(key);
    return isFixed || !grow ? `${width ?? base}px` : `minmax(${base}px,${grow}fr)`;
  });
  const total = layout.reduce((sum, { key, width }) => sum + (width ?? columnOf(key).base), CHECKBOX_WIDTH);
  return { columns: `${CHECKBOX_WIDTH}px ${tracks.join(" ")}${isFixed ? " minmax(0,1fr)" : ""}`, width: `${total}px` };
}
