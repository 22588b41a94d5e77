import {
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

/** Marks every field that cannot be right and goes to the first. What to say on top, or null when all is well (spec §5). */
export function checkFields(form: HTMLFormElement, kind: keyof typeof rules): Notice | null {
  const problems: Record<string, string> = {};
  for (const control of controlsOf(form)) {
    const problem = problemOf(control);
    if (control.name && problem) problems[control.name] = problem;
  }
  showProblems(form, problems);
  const found = Object.values(problems);
  if (found.length === 0) return null;
  return found.includes(requiredFieldText) ? rules[kind] : invalidFieldsNotice;
}

/** What a person fills in; `elements` would also list the groups around them. */
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

/** Shows these problems and no others, and puts the focus on the first wrong field. */
export function showProblems(form: HTMLFormElement, problems: Record<string, string>): void {
  let first: Control | undefined;
  for (const control of controlsOf(form)) {
    const problem = (control.name && problems[control.name]) || "";
    showProblem(control, problem);
    if (problem) first ??= control;
  }
  first?.focus();
}

/** Writes under a field what is wrong with it; an empty text takes it away. */
export function showProblem(control: Control, problem: string): void {
  const line = document.getElementById(`${control.id}-problem`);
  if (!line) return;
  line.textContent = problem;
  if (problem) control.setAttribute("aria-invalid", "true");
  else control.removeAttribute("aria-invalid");
}
