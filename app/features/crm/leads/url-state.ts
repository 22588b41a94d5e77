import { useMemo } from "react";
import { safeLocalStorage } from "~/shared/safe-storage.ts";
import { useUrlState } from "~/shared/use-url-state.ts";
import { LEAD_LABELS } from "../../../../domain/lead-fields.ts";
import { type FilterRule, readFilter, readScope, withRules } from "../lib/lead-filter.ts";
import type { LeadRow } from "../lib/lead-types.ts";

export type LeadsUrlState = ReturnType<typeof useLeadsUrlState>;

/** The state of the page is in its URL: scope, filter, search, sort order, columns and view. */
export function useLeadsUrlState() {
  const { read, change } = useUrlState();
  const [scopeText, filterText, q, sortText, cols] = [
    read("scope"),
    read("filter"),
    read("q"),
    read("sort"),
    read("cols"),
  ];
  const filter = useMemo(() => readFilter(filterText), [filterText]);
  const columns = useMemo(() => readColumns(cols), [cols]);
  const scope = readScope(scopeText);
  const sort = sortText || DEFAULT_SORT;
  const params = useMemo(() => {
    const searched: FilterRule[] = q.trim() ? [{ field: "q", is: "eq", value: q.trim() }] : [];
    return { scope, filter: withRules(filter, searched), sort };
  }, [scope, filter, q, sort]);
  const config = { scope: scopeText, filter: filterText, sort: sortText, cols, q };
  return { params, filter, scope, sort, q, columns, config, view: read("view"), change };
}

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
  /** A grid track. */
  width: string;
  /** The sort key of the database. */
  sort?: string;
  /** The direction of the first click on the header. */
  descending?: boolean;
  numeric?: boolean;
  /** Edited in place. */
  editField?: keyof LeadRow;
};

export const COLUMNS: Column[] = [
  { key: "name", label: "Name", width: "minmax(170px,1.4fr)", sort: "name" },
  { key: "company", label: LEAD_LABELS.company, width: "minmax(130px,1.2fr)", sort: "company", editField: "company" },
  { key: "stage", label: LEAD_LABELS.stage, width: "140px", sort: "stage", editField: "stage" },
  {
    key: "value",
    label: LEAD_LABELS.value_cents,
    width: "104px",
    sort: "value",
    descending: true,
    numeric: true,
    editField: "value_cents",
  },
  { key: "owner", label: LEAD_LABELS.user_id, width: "minmax(152px,1fr)", editField: "owner_id" },
  { key: "source", label: LEAD_LABELS.source, width: "120px", editField: "source" },
  { key: "next_step", label: "Next step", width: "116px", sort: "next_step" },
  { key: "clock", label: "Clock", width: "100px", sort: "clock" },
  { key: "email", label: LEAD_LABELS.email, width: "minmax(180px,1.3fr)", editField: "email" },
  { key: "phone", label: LEAD_LABELS.phone, width: "150px", editField: "phone" },
  { key: "tags", label: LEAD_LABELS.tags, width: "minmax(130px,1fr)", editField: "tags" },
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
const DEFAULT_SORT = "-arrived";

const STORAGE_KEY = "crm-lead-columns";

/** The columns from the URL, or the last choice in this browser. */
function readColumns(text: string): ColumnKey[] {
  const chosen = text || (safeLocalStorage.read(STORAGE_KEY) ?? "");
  const keys = chosen.split(",").filter((key): key is ColumnKey => COLUMNS.some((column) => column.key === key));
  return keys.length > 0 ? ["name", ...keys.filter((key) => key !== "name")] : DEFAULT_COLUMNS;
}

export function saveColumns(keys: ColumnKey[]): void {
  safeLocalStorage.write(STORAGE_KEY, keys.join(","));
}
