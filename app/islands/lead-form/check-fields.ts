import {
  applicationProblems,
  applicationRules,
  contactRules,
  invalidEmailText,
  invalidFieldsNotice,
  invalidWebsiteText,
  requiredFieldText,
  websiteAddress,
} from "../../../domain/submission-rules.ts";

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
export type Notice = { readonly title: string; readonly text: string };

const rules = { contact: contactRules, application: applicationRules };

/** Marks all invalid fields and focuses the first one. Returns the notice at the top, or null when all are valid (spec §5). */
export function checkFields(form: HTMLFormElement, kind: keyof typeof rules): Notice | null {
  const problems: Record<string, string> = {};
  for (const control of controlsOf(form)) {
    const problem = problemOf(control);
    if (control.name && problem) problems[control.name] = problem;
  }
  if (kind === "application")
    Object.assign(problems, applicationProblems(Object.fromEntries(answersOf(form))), problems);
  showProblems(form, problems);
  const found = Object.values(problems);
  if (found.length === 0) return null;
  return found.includes(requiredFieldText) ? rules[kind] : invalidFieldsNotice;
}

function answersOf(form: HTMLFormElement): [string, string][] {
  return [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]);
}

/** The controls that a person fills in. `elements` would also include the fieldsets. */
export function controlsOf(form: HTMLFormElement): Iterable<Control> {
  return form.querySelectorAll<Control>("input, select, textarea");
}

function problemOf(control: Control): string {
  const value = control.value.trim();
  if (!value) return "required" in control && control.required ? requiredFieldText : "";
  if (control.type === "email") return control.validity.valid && /@.+\.[^.]{2,}$/.test(value) ? "" : invalidEmailText;
  if (control.type !== "url") return "";
  const address = websiteAddress(value);
  if (address) control.value = address;
  return address ? "" : invalidWebsiteText;
}

/** Shows these errors and clears all others, and focuses the first invalid field. */
export function showProblems(form: HTMLFormElement, problems: Record<string, string>): void {
  let first: Control | undefined;
  for (const control of controlsOf(form)) {
    const problem = (control.name && problems[control.name]) || "";
    showProblem(control, problem);
    if (problem) first ??= control;
  }
  first?.focus();
}

/** Shows a field's error below it. Empty text removes it. */
export function showProblem(control: Control, problem: string): void {
  const line = document.getElementById(`${control.id}-problem`);
  if (!line) return;
  line.textContent = problem;
  if (problem) control.setAttribute("aria-invalid", "true");
  else control.removeAttribute("aria-invalid");
}
