import type { LeadRow } from "../lib/lead-row.ts";

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
  /** A track of the grid. */
  width: string;
  /** The name under which the database sorts by it. */
  sort?: string;
  /** Which way the first click on its header sorts. */
  descending?: boolean;
  numeric?: boolean;
  /** The field that is edited in place. */
  editField?: keyof LeadRow;
};

export const COLUMNS: Column[] = [
  { key: "name", label: "Name", width: "minmax(170px,1.4fr)", sort: "name" },
  { key: "company", label: "Company", width: "minmax(130px,1.2fr)", sort: "company", editField: "company" },
  { key: "stage", label: "Stage", width: "140px", sort: "stage", editField: "stage" },
  {
    key: "value",
    label: "Value",
    width: "104px",
    sort: "value",
    descending: true,
    numeric: true,
    editField: "value_cents",
  },
  { key: "owner", label: "Owner", width: "minmax(152px,1fr)", editField: "owner_id" },
  { key: "source", label: "Source", width: "120px", editField: "source" },
  { key: "next_step", label: "Next step", width: "116px", sort: "next_step" },
  { key: "clock", label: "Clock", width: "100px", sort: "clock" },
  { key: "email", label: "E-mail", width: "minmax(180px,1.3fr)", editField: "email" },
  { key: "phone", label: "Phone", width: "150px", editField: "phone" },
  { key: "tags", label: "Tags", width: "minmax(130px,1fr)", editField: "tags" },
  { key: "arrived", label: "Arrived", width: "96px", sort: "arrived", descending: true },
  { key: "last_activity", label: "Last activity", width: "108px", sort: "last_activity", descending: true },
  { key: "response", label: "Response", width: "112px", sort: "response", numeric: true },
];

const DEFAULT_COLUMNS: ColumnKey[] = [
  "name",
  "company",
  "stage",
  "value",
  "owner",
  "source",
  "next_step",
  "clock",
  "arrived",
];
export const DEFAULT_SORT = "-arrived";

const STORAGE_KEY = "crm-lead-columns";

/** The columns of an address; without any, those that were chosen last on this machine. */
export function readColumns(text: string): ColumnKey[] {
  const chosen = text || stored();
  const keys = chosen.split(",").filter((key): key is ColumnKey => COLUMNS.some((column) => column.key === key));
  return keys.length > 0 ? ["name", ...keys.filter((key) => key !== "name")] : DEFAULT_COLUMNS;
}

export function saveColumns(keys: ColumnKey[]): void {
  try {
    localStorage.setItem(STORAGE_KEY, keys.join(","));
  } catch {
    // Without storage the choice lasts as long as the address.
  }
}

function stored(): string {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? "";
  } catch {
    return "";
  }
}
