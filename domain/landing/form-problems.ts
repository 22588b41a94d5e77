import { invalidEmailText, invalidPhoneText } from "../submission-rules.ts";

/** The messages when a landing page's form is refused, by the code in the redirect address. */
export const FORM_PROBLEMS = {
  email: invalidEmailText,
  phone: invalidPhoneText,
  fields: "Something is missing or too long. Nothing has been sent yet.",
  file: "We can't accept one of these files. Its field takes other types, or the file is larger than 10 MB. A form takes up to 5 files.",
  busy: "Too many messages in a short time. Please try again in a few minutes.",
  failed: "We couldn't send this. Please try again.",
} as const;

export type FormProblem = keyof typeof FORM_PROBLEMS;

/** The messages at a field that keeps a visitor from the next step, by its type. */
export const FIELD_PROBLEMS = {
  email: FORM_PROBLEMS.email,
  tel: FORM_PROBLEMS.phone,
  text: "Fill in this field.",
  "select-one": "Choose an answer.",
  checkbox: "Check this box to continue.",
  date: "Choose a date.",
  file: "Choose a file.",
} as const;

/** The messages at a file field. The first three name what the field takes. */
export const FILE_PROBLEMS = {
  pictures: "Choose a picture (JPEG, PNG, or WebP) up to 10 MB.",
  documents: "Choose a PDF, Word, Excel, or text file up to 10 MB.",
  any: "Choose a picture (JPEG, PNG, or WebP) or a PDF, Word, Excel, or text file, up to 10 MB.",
  empty: "This file is empty. Choose another one.",
  size: "This file is larger than 10 MB. Choose a smaller one.",
  count: "A form takes up to 5 files. Remove one of them.",
  total: "A form takes up to 20 MB of files. Choose a smaller one.",
} as const;
