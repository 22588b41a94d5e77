import { FORM_PROBLEMS } from "./form-problems.ts";
import { escapeHtml } from "./markup.ts";
import type { MarkedForm } from "./scan-content.ts";

/** The target of a form. Field names that start with an underscore are our own. */
export type FormTarget = {
  action: string;
  pageId: string;
  version: number;
  /** Where visitors book a call with the page's account. */
  callAt?: string | undefined;
};

/** More forms would turn a small page into a huge document. */
const MAX_FORMS = 20;
const THANKS = "Thank you. We got your message.";

/**
 * Makes the content's marked forms submit: adds action, method and hidden fields, and leaves everything else unchanged.
 * The result message is already in the page before each form and appears when the address points to it. So it works
 * without scripts, and everyone can get the same copy of the page.
 */
export function wireForms(content: string, forms: readonly MarkedForm[], target: FormTarget): string {
  let marked = "";
  let from = 0;
  for (const [at, form] of forms.slice(0, MAX_FORMS).entries()) {
    const number = at + 1;
    // The first of two attributes with the same name wins, so ours come before the author's. Without scripts, a form is
    // sent to the page's own address, because in a sandbox only that reveals the campaign.
    const attributes = ` action="" data-lead-action="${escapeHtml(target.action)}" method="post" accept-charset="utf-8"`;
    marked +=
      content.slice(from, form.start) +
      messages(number, form.done || THANKS, form.hasNoCall ? undefined : target.callAt);
    marked += content.slice(form.start, form.nameEnd) + attributes + content.slice(form.nameEnd, form.end);
    marked += hiddenFields(number, target);
    from = form.end;
  }
  return marked + content.slice(from);
}

/** The message with the call is for visitors without scripts, after a form that leads to one. */
function messages(number: number, done: string, callAt: string | undefined): string {
  const said = (id: string, kind: string, html: string) =>
    `<p class="lead-message${kind}" id="${id}${number > 1 ? `-${number}` : ""}" tabindex="-1">${html}</p>`;
  const problems = Object.entries(FORM_PROBLEMS).map(([code, text]) =>
    said(`problem-${code}`, " lead-problem", escapeHtml(text)),
  );
  const call =
    callAt && said("sent-call", " lead-sent", `${escapeHtml(done)} <a href="${escapeHtml(callAt)}">Book a call</a>`);
  return said("sent", " lead-sent", escapeHtml(done)) + (call ?? "") + problems.join("");
}

function hiddenFields(number: number, { pageId, version }: FormTarget): string {
  const hidden = (name: string, value: string | number) =>
    `<input type="hidden" name="${name}" value="${escapeHtml(String(value))}">`;
  const trap = `<span class="lead-trap" aria-hidden="true"><label>Leave this empty <input name="_topic" tabindex="-1" autocomplete="off"></label></span>`;
  return hidden("_page", pageId) + hidden("_version", version) + hidden("_form", number) + trap;
}
