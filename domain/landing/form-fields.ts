import type { BlockItem, PlainField } from "./block-types.ts";

const TYPED = ["name", "email", "phone", "company", "message", "line"];
const ASKED = [...TYPED, "choice", "choices", "check", "date", "file"];
const CONDITIONAL = ASKED.filter((kind) => kind !== "email");
const UNDECIDING = new Set<unknown>(["date", "file", "step"]);

/** Whether the answer to a field can show or hide the fields below it. Authors can't know how a day or a file is sent. */
export const canDecide = ({ kind }: BlockItem): boolean => !UNDECIDING.has(kind);

/** What a field of a form has. An email field is always shown and required, because no one could reply without it. */
export const FORM_FIELDS: readonly PlainField[] = [
  { name: "label", label: "Label", kind: "line", defaultValue: "" },
  {
    name: "kind",
    label: "Type",
    kind: "choice",
    defaultValue: "line",
    options: [
      { value: "name", label: "Name" },
      { value: "email", label: "Email" },
      { value: "phone", label: "Phone" },
      { value: "company", label: "Company" },
      { value: "message", label: "Message" },
      { value: "line", label: "Single line of text" },
      { value: "choice", label: "Dropdown" },
      { value: "choices", label: "Multiple checkboxes" },
      { value: "check", label: "Single checkbox" },
      { value: "date", label: "Date" },
      { value: "file", label: "File" },
      { value: "step", label: "Next step starts here" },
    ],
  },
  {
    name: "options",
    label: "Options, one per line",
    kind: "text",
    defaultValue: "",
    onlyFor: ["choice", "choices"],
  },
  { name: "needed", label: "Required", kind: "flag", defaultValue: false, onlyFor: CONDITIONAL },
  { name: "placeholder", label: "Placeholder", kind: "line", defaultValue: "", onlyFor: TYPED, isDetail: true },
  { name: "hint", label: "Hint below the label", kind: "line", defaultValue: "", onlyFor: ASKED, isDetail: true },
  {
    name: "files",
    label: "Files",
    kind: "choice",
    defaultValue: "any",
    onlyFor: ["file"],
    isDetail: true,
    options: [
      { value: "any", label: "Pictures and documents" },
      { value: "pictures", label: "Pictures only" },
      { value: "documents", label: "Documents only" },
    ],
  },
  {
    name: "show",
    label: "Show this field",
    kind: "choice",
    defaultValue: "always",
    onlyFor: CONDITIONAL,
    isDetail: true,
    options: [
      { value: "always", label: "Always" },
      { value: "is", label: "When an answer is" },
      { value: "has", label: "When an answer contains" },
    ],
  },
  {
    name: "when",
    label: "Answer to",
    kind: "line",
    defaultValue: "",
    hint: "The label of a field above.",
    onlyFor: CONDITIONAL,
    isDetail: true,
  },
  {
    name: "value",
    label: "Text",
    kind: "line",
    defaultValue: "",
    hint: "Capitalization doesn't matter. A selected single checkbox counts as Yes.",
    onlyFor: CONDITIONAL,
    isDetail: true,
  },
];
