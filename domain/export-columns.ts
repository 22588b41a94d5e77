import { FILE_FIELDS, type LeadFileField } from "./lead-fields.ts";

/** A field's name in exports. */
type ExportName<Field> = Field extends "user_id" ? "owner" : Field extends "value_cents" ? "value" : Field;
export type ExportColumn = ExportName<LeadFileField> | (typeof OWN_COLUMNS)[number]["key"];

/** Export columns that are not fields of a lead. */
const OWN_COLUMNS = [
  { key: "lost_reason", label: "Lost reason" },
  { key: "next_task_at", label: "Next step due" },
  { key: "next_task_title", label: "Next step" },
  { key: "response_seconds", label: "First response (seconds)" },
  { key: "utm_source", label: "UTM source" },
  { key: "utm_campaign", label: "UTM campaign" },
  { key: "form_answers", label: "Form answers" },
  { key: "last_activity_at", label: "Last activity" },
  { key: "created_at", label: "Arrived on" },
  { key: "closed_at", label: "Closed on" },
  { key: "id", label: "ID" },
] as const;

const NAMES = { user_id: "owner", value_cents: "value" } as const;

/** The columns of a lead export, in order. */
export const EXPORT_COLUMNS: readonly { key: ExportColumn; label: string }[] = [
  ...FILE_FIELDS.map(({ field, label }) => ({
    key: field === "user_id" || field === "value_cents" ? NAMES[field] : field,
    label,
  })),
  ...OWN_COLUMNS,
];
