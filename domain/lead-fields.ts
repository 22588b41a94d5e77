/** How a field of a lead is typed on its page. */
type Input = "text" | "email" | "tel" | "url" | "long" | "contact" | "list" | "money" | "source";

type LeadFieldShape = {
  /** The column of public.leads. */
  field: string;
  label: string;
  /** As private.lead_fields() has it. Word and text are texts; the search finds words. */
  kind: "word" | "text" | "list" | "number" | "choice" | "owner" | "id";
  /** In characters, of a list in bytes; null for what is no text. As private.lead_fields() has it. */
  maxLength: number | null;
  /** Whether it is about the lead; the others say how far the sale is. */
  isFact: boolean;
  /** How a fact is edited on the lead's page. Without it, it is changed in another way. */
  input?: Input;
  /** Other names under which files have it. With them, a column of a file can fill it, and exports have it. */
  headers?: string;
};

/**
 * The fields that people write about a lead, in the order in which files have them. What is edited, merged, filtered, imported
 * and exported comes from this list, and from private.lead_fields() in the database; a test compares the two. docs/crm.md says
 * how a field is added.
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
    label: "E-mail",
    kind: "word",
    maxLength: 320,
    isFact: true,
    input: "email",
    headers: "mail|email address|e mail address|work email|primary email|email 1",
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
    headers: "company name|organization|organisation|business|business name|account|account name|firma",
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
  { field: "lost_note", label: "Note on the loss", kind: "text", maxLength: 1_000, isFact: false },
] as const satisfies readonly LeadFieldShape[];

type Listed = (typeof LEAD_FIELDS)[number];

/** The name of a field. */
export type LeadField = Listed["field"];
/** A fact that is a text, or null while nobody knows it. */
export type LeadTextField = Extract<Listed, { kind: "word" | "text"; isFact: true }>["field"];
const isTextFact = (one: Listed): one is Extract<Listed, { field: LeadTextField }> =>
  one.isFact && (one.kind === "word" || one.kind === "text");
/** The facts that are texts. */
export const LEAD_TEXT_FIELDS: LeadTextField[] = LEAD_FIELDS.filter(isTextFact).map(({ field }) => field);
/** A field that files have. */
export type LeadFileField = Extract<Listed, { headers: string }>["field"];
/** A fact that is edited on the lead's page. */
export type EditableLeadField = Extract<Listed, { input: Input }>["field"];
/** A field of which a merge keeps one of two: lists are joined, and why a lead was lost belongs to its stage. */
export type MergedLeadField = Exclude<LeadField, "tags" | "tier_interest" | "lost_reason_id" | "lost_note">;

/** Whether a merge keeps one of two. */
export const isMergedField = (field: LeadField): field is MergedLeadField =>
  LEAD_FIELDS.some((one) => one.field === field && one.kind !== "list" && (one.isFact || isPipelineField(field)));

const isPipelineField = (field: LeadField) => field === "stage" || field === "user_id";

/** How each field is called, wherever leads are shown, edited, compared or counted. */
export const LEAD_LABELS = Object.fromEntries(LEAD_FIELDS.map(({ field, label }) => [field, label])) as Record<
  LeadField,
  string
>;

/** The fields that files have, with the names under which other products export them. */
export const FILE_FIELDS = LEAD_FIELDS.filter((one): one is Extract<Listed, { headers: string }> => "headers" in one);
