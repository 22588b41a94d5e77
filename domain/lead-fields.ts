/** The input type of a lead's field on its page. */
type Input = "text" | "email" | "tel" | "url" | "long" | "contact" | "list" | "money" | "source";

type LeadFieldShape = {
  /** The column of public.leads. */
  field: string;
  label: string;
  /** As in private.lead_fields. Word and text are text types; the search finds single words. */
  kind: "word" | "text" | "list" | "number" | "choice" | "owner" | "id";
  /** In characters; for a list, in bytes. Null if the field is not text. As in private.lead_fields. */
  maxLength: number | null;
  /** Whether the field describes the lead. Other fields describe the progress of the sale. */
  isFact: boolean;
  /** How a fact is edited on the lead's page. Without it, the fact is changed in another way. */
  input?: Input;
  /** Other names of the field in files. With them, imports and exports include the field. */
  headers?: string;
};

/**
 * The fields that people write about a lead, in file order. Editing, merging, filtering, import and export use this
 * list, and private.lead_fields in the database. A test compares the two. docs/crm.md describes how to add a field.
 */
export const LEAD_FIELDS = [
  {
    field: "first_name",
    label: "First name",
    kind: "word",
    maxLength: 100,
    isFact: true,
    input: "text",
    headers: "firstname|first|given name|vorname|forename",
  },
  {
    field: "last_name",
    label: "Last name",
    kind: "word",
    maxLength: 100,
    isFact: true,
    input: "text",
    headers: "lastname|last|surname|family name|nachname",
  },
  {
    field: "email",
    label: "Email",
    kind: "word",
    maxLength: 320,
    isFact: true,
    input: "email",
    headers: "mail|email address|email adresse|work email|primary email|email 1",
  },
  {
    field: "phone",
    label: "Phone",
    kind: "text",
    maxLength: 50,
    isFact: true,
    input: "tel",
    headers: "phone number|telephone|tel|mobile|cell|mobile phone|telefon|handy|whatsapp|primary phone",
  },
  {
    field: "company",
    label: "Company",
    kind: "word",
    maxLength: 200,
    isFact: true,
    input: "text",
    headers:
      "company name|organization|organization name|organisation|business|business name|account|account name|firm|firm name|firma",
  },
  {
    field: "website",
    label: "Website",
    kind: "text",
    maxLength: 2_048,
    isFact: true,
    input: "url",
    headers: "web|url|site|domain|homepage|company website",
  },
  {
    field: "role",
    label: "Role",
    kind: "text",
    maxLength: 100,
    isFact: true,
    input: "text",
    headers: "job",
  },
  {
    field: "job_title",
    label: "Job title",
    kind: "text",
    maxLength: 100,
    isFact: true,
    input: "text",
    headers: "title|position",
  },
  {
    field: "stage",
    label: "Stage",
    kind: "choice",
    maxLength: null,
    isFact: false,
    headers: "status|lead status|deal stage|pipeline stage|phase|lifecycle stage",
  },
  {
    field: "value_cents",
    label: "Value",
    kind: "number",
    maxLength: null,
    isFact: true,
    input: "money",
    headers: "deal value|amount|deal amount|opportunity value|budget|revenue|lead value|price|wert",
  },
  {
    field: "user_id",
    label: "Owner",
    kind: "owner",
    maxLength: null,
    isFact: false,
    headers: "assigned to|assignee|rep|sales rep|contact owner|deal owner|lead owner|account owner|user",
  },
  {
    field: "source",
    label: "Source",
    kind: "choice",
    maxLength: null,
    isFact: true,
    input: "source",
    headers: "lead source|origin|channel|original source|quelle",
  },
  {
    field: "tags",
    label: "Tags",
    kind: "list",
    maxLength: 4_000,
    isFact: true,
    headers: "tag|labels|label|segments|lists",
  },
  {
    field: "tier_interest",
    label: "Interested in",
    kind: "list",
    maxLength: 2_000,
    isFact: true,
    input: "list",
    headers: "tiers|offer|offers|interest|product|package|services",
  },
  {
    field: "ad_spend",
    label: "Ad spend",
    kind: "text",
    maxLength: 100,
    isFact: true,
    input: "text",
    headers: "adspend|ad budget|monthly ad spend|marketing budget",
  },
  {
    field: "target_clients",
    label: "New clients",
    kind: "text",
    maxLength: 100,
    isFact: true,
    input: "text",
    headers: "target new clients|target new clients per month",
  },
  {
    field: "deal_size",
    label: "Deal size",
    kind: "text",
    maxLength: 100,
    isFact: true,
    input: "text",
    headers: "average deal size|avg deal size|client value",
  },
  {
    field: "timeline",
    label: "Timeline",
    kind: "text",
    maxLength: 100,
    isFact: true,
    input: "text",
    headers: "start|when|timeframe",
  },
  {
    field: "best_contact",
    label: "Best contact",
    kind: "text",
    maxLength: 100,
    isFact: true,
    input: "contact",
    headers: "preferred contact|contact method|preferred channel",
  },
  {
    field: "goals",
    label: "Goals",
    kind: "text",
    maxLength: 10_000,
    isFact: true,
    input: "long",
    headers: "goal|message|needs|challenge|inquiry",
  },
  { field: "lost_reason_id", label: "Lost reason", kind: "id", maxLength: null, isFact: false },
  { field: "lost_note", label: "Lost note", kind: "text", maxLength: 1_000, isFact: false },
] as const satisfies readonly LeadFieldShape[];

type Listed = (typeof LEAD_FIELDS)[number];

export type LeadField = Listed["field"];
/** A text fact. Null if unknown. */
export type LeadTextField = Extract<Listed, { kind: "word" | "text"; isFact: true }>["field"];
const isTextFact = (one: Listed): one is Extract<Listed, { field: LeadTextField }> =>
  one.isFact && (one.kind === "word" || one.kind === "text");
export const LEAD_TEXT_FIELDS: LeadTextField[] = LEAD_FIELDS.filter(isTextFact).map(({ field }) => field);
/** A field in import and export files. */
export type LeadFileField = Extract<Listed, { headers: string }>["field"];
/** A fact that is edited on the lead's page. */
export type EditableLeadField = Extract<Listed, { input: Input }>["field"];
/**
 * A field for which a merge keeps one of two values. Lists are joined instead, and the lost reason belongs to the
 * stage.
 */
export type MergedLeadField = Exclude<LeadField, "tags" | "tier_interest" | "lost_reason_id" | "lost_note">;

/** Whether a merge keeps one of two values of this field. */
export const isMergedField = (field: LeadField): field is MergedLeadField =>
  LEAD_FIELDS.some((one) => one.field === field && one.kind !== "list" && (one.isFact || isPipelineField(field)));

const isPipelineField = (field: LeadField) => field === "stage" || field === "user_id";

/** The label of each field, wherever leads are shown, edited, compared or counted. */
export const LEAD_LABELS = Object.fromEntries(LEAD_FIELDS.map(({ field, label }) => [field, label])) as Record<
  LeadField,
  string
>;

/** The fields in files, with the names that other products use for them. */
export const FILE_FIELDS = LEAD_FIELDS.filter((one): one is Extract<Listed, { headers: string }> => "headers" in one);
