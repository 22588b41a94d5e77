import { FORM_PROBLEMS } from "./form-problems.ts";
import { escapeHtml } from "./markup.ts";
import type { MarkedForm } from "./scan-content.ts";

/** Where a form goes; fields whose names begin with an underscore are ours. */
export type FormTarget = { action: string; pageId: string; version: number };

/** More would make a small page into a huge document. */
const MAX_FORMS = 20;
const THANKS = "Thank you. We have your message.";

/**
 * The content with its marked forms made to send: action, method and hidden fields are put in, everything else stays as it
 * was written. What is said after sending stands before each form and shows when the address leads to it, so that it works
 * without scripts and in a page that everybody gets the same copy of.
 */
export function wireForms(content: string, forms: readonly MarkedForm[], target: FormTarget): string {
  let marked = "";
  let from = 0;
  for (const [at, form] of forms.slice(0, MAX_FORMS).entries()) {
    const number = at + 1;
    // The first of two attributes with one name counts: ours stand before the author's.
    // Without scripts a form is sent to the page's own address: in a sandbox that alone tells of the campaign.
    const attributes = ` action="" data-lead-action="${escapeHtml(target.action)}" method="post" accept-charset="utf-8"`;
    marked += content.slice(from, form.start) + messages(number, form.done || THANKS);
    marked += content.slice(form.start, form.nameEnd) + attributes + content.slice(form.nameEnd, form.end);
    marked += hiddenFields(number, target);
    from = form.end;
  }
  return marked + content.slice(from);
}

function messages(number: number, done: string): string {
  const said = (id: string, kind: string, text: string) =>
    `<p class="lead-message${kind}" id="${id}${number > 1 ? `-${number}` : ""}" tabindex="-1">${escapeHtml(text)}</p>`;
  const problems = Object.entries(FORM_PROBLEMS).map(([code, text]) => said(`problem-${code}`, " lead-problem", text));
  return said("sent", "", done) + problems.join("");
}

function hiddenFields(number: number, { pageId, version }: FormTarget): string {
  const hidden = (name: string, value: string | number) =>
    `<input type="hidden" name="${name}" value="${escapeHtml(String(value))}">`;
  const trap = `<span class="lead-trap" aria-hidden="true"><label>Leave this empty <input name="_topic" tabindex="-1" autocomplete="off"></label></span>`;
  return hidden("_page", pageId) + hidden("_version", version) + hidden("_form", number) + trap;
}
