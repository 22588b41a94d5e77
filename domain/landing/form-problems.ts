/** The messages when a landing page's form is refused, by the code in the redirect address. */
export const FORM_PROBLEMS = {
  email: "Enter an email address such as name@example.com.",
  fields: "Something is missing or too long. Nothing has been sent yet.",
  file: "We can't accept one of these files. Choose up to five pictures or PDF, Word, Excel, or text files, each up to 10 MB.",
  busy: "Too many messages in a short time. Please try again in a few minutes.",
  failed: "We couldn't send this. Please try again.",
} as const;

export type FormProblem = keyof typeof FORM_PROBLEMS;

/** The messages at a field that keeps a visitor from the next step, by its type. */
export const FIELD_PROBLEMS = {
  email: FORM_PROBLEMS.email,
  text: "Fill in this field.",
  "select-one": "Choose an answer.",
  checkbox: "Check this box to continue.",
  date: "Choose a date.",
  file: "Choose a file.",
} as const;
