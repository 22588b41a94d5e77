import { plainLetters } from "../slug.ts";
import type { Block, BlockItem } from "./block-types.ts";
import { conditionProblem, deciderOf, hasCondition } from "./form-conditions.ts";
import { acceptOfForm } from "./form-files.ts";
import { leadTarget, nextPage } from "./form-rules.ts";
import { escapeHtml } from "./markup.ts";
import { lacksOptions } from "./missing-options.ts";
import { type FieldMark, NO_MARK, textOf } from "./render-parts.ts";
import { optionsOf } from "./repeated-options.ts";

const KNOWN_FIELDS: Record<string, { name: string; type: string; autocomplete: string }> = {
  name: { name: "name", type: "text", autocomplete: "name" },
  email: { name: "email", type: "email", autocomplete: "email" },
  phone: { name: "phone", type: "tel", autocomplete: "tel" },
  company: { name: "company", type: "text", autocomplete: "organization" },
};
const EMAIL: BlockItem = { label: "Email", kind: "email", options: "", needed: true };

/** A field with its name in the sent form, and the number of its step from 0. */
type NamedField = { item: BlockItem; name: string; label: string; step: number; mark: string };

/**
 * A form whose answers become a lead. The host adds its target and the visit's source. Every form has an email field,
 * because no one could reply without one. The attributes are also the rules by which the server checks what was sent
 * (form-rules.ts).
 */
export function renderForm(block: Block, place: number, at: FieldMark = NO_MARK): string {
  const items = Array.isArray(block.items) ? block.items : [];
  // Authors see a field without options, because they name it on the page. Visitors could not answer it.
  const shown = at === NO_MARK ? items.filter((item) => !lacksOptions(item)) : items;
  const all = shown.some(({ kind }) => kind === "email") ? shown : [...shown, EMAIL];
  const fields = nameFields(all, at);
  const drawn = fields.map((field, number) => ({
    step: field.step,
    html: renderField(field, `lp-${place}-${number}`, fields.slice(0, number)),
  }));
  const steps = all.filter(({ kind }) => kind === "step");
  const body = steps.length
    ? renderSteps(
        drawn,
        // Fields before the first marker are a step without a title.
        [...(all[0]?.kind === "step" ? [] : [null]), ...steps].map((step) => ({
          title: step ? textOf(step, "label").trim() : "",
          // Authors see that a step begins here, and can write its title there.
          mark:
            step && at(step, "label") ? `${at(step, "label")}${textOf(step, "label").trim() ? "" : " data-empty"}` : "",
        })),
      )
    : drawn.map(({ html }) => html).join("\n");
  const small = textOf(block, "small").trim();
  const done = textOf(block, "done").trim() || "Thank you. We got your message.";
  const attributes = `${attribute("data-next", nextPage(textOf(block, "next")))}${attribute("data-to", leadTarget(textOf(block, "owner")))}${block.noCall === true ? " data-no-call" : ""}${fields.some(({ item }) => item.kind === "file") ? ' enctype="multipart/form-data"' : ""}`;
  return `<form class="lp-fields" data-lead-form data-done="${escapeHtml(done)}"${attributes}>\n${body}\n<button class="lp-button" type="submit"${at(block, "button")}>${escapeHtml(textOf(block, "button").trim() || "Send")}</button>\n${small && `<p class="lp-note"${at(block, "small")}>${escapeHtml(small)}</p>\n`}</form>`;
}

const attribute = (name: string, value: string) => (value ? ` ${name}="${escapeHtml(value)}"` : "");

function nameFields(items: readonly BlockItem[], at: FieldMark): NamedField[] {
  const taken = new Set<string>();
  const fields: NamedField[] = [];
  let step = 0;
  for (const [place, item] of items.entries()) {
    const kind = textOf(item, "kind");
    if (kind === "step") {
      if (place > 0) step += 1;
      continue;
    }
    const label = textOf(item, "label").trim() || "Answer";
    const name = freeName(KNOWN_FIELDS[kind]?.name ?? (kind === "message" ? "message" : fieldName(label)), taken);
    fields.push({ item, name, label, step, mark: item === EMAIL ? "" : at(item, "label") });
  }
  return fields;
}

/** Without scripts, all steps show below each other. */
function renderSteps(
  drawn: readonly { step: number; html: string }[],
  steps: { title: string; mark: string }[],
): string {
  return steps
    .map(({ title, mark }, number) => {
      const fields = drawn.filter(({ step }) => step === number).map(({ html }) => html);
      const legend = (title || mark) && `<legend${mark}>${escapeHtml(title)}</legend>\n`;
      return `<fieldset class="lp-step" data-step>\n${legend}${fields.join("\n")}\n</fieldset>`;
    })
    .join("\n");
}

function renderField({ item, name, label, mark }: NamedField, id: string, before: readonly NamedField[]): string {
  const kind = textOf(item, "kind");
  const condition = conditionOf(item, before);
  const needed = item.needed === true || kind === "email";
  const hint = textOf(item, "hint").trim();
  const described = hint && ` aria-describedby="${id}-hint"`;
  const shared = `id="${id}" name="${escapeHtml(name)}"${needed ? (condition ? " data-required" : " required") : ""}${condition}${described}`;
  const words = `${mark ? `<span${mark}>${escapeHtml(label)}</span>` : escapeHtml(label)}${needed ? "" : " <small>optional</small>"}`;
  const below = hint && `<small class="lp-hint" id="${id}-hint">${escapeHtml(hint)}</small>`;
  if (kind === "check")
    return `<p class="lp-field lp-check"><input ${shared} type="checkbox" value="Yes"><label for="${id}">${words}</label>${below}</p>`;
  if (kind === "choices") {
    // A required box would have to be checked itself, so the first one only marks that the question needs an answer.
    const box = (option: string, place: number) =>
      `<label><input id="${id}${place > 0 ? `-${place}` : ""}" name="${escapeHtml(name)}" type="checkbox" value="${escapeHtml(option)}"${needed && place === 0 ? " data-required" : ""}${condition}> ${escapeHtml(option)}</label>`;
    return `<fieldset class="lp-field lp-choices" data-choices${described}><legend>${words}</legend>${below}${optionsOf(textOf(item, "options")).map(box).join("")}</fieldset>`;
  }
  return `<p class="lp-field"><label for="${id}">${words}</label>${below}${renderControl(item, kind, shared)}</p>`;
}

function renderControl(item: BlockItem, kind: string, shared: string): string {
  const typed = `${shared}${attribute("placeholder", textOf(item, "placeholder").trim())}`;
  if (kind === "message") return `<textarea ${typed} rows="4" maxlength="5000"></textarea>`;
  if (kind === "choice")
    return `<select ${shared}><option value="">Choose…</option>${optionsOf(textOf(item, "options"))
      .map((option) => `<option>${escapeHtml(option)}</option>`)
      .join("")}</select>`;
  if (kind === "file") return `<input ${shared} type="file" accept="${acceptOfForm(textOf(item, "files"))}">`;
  // Browsers let people type years of six digits.
  if (kind === "date") return `<input ${shared} type="date" max="9999-12-31">`;
  const known = KNOWN_FIELDS[kind];
  return `<input ${typed} type="${known?.type ?? "text"}"${known ? ` autocomplete="${known.autocomplete}"` : ""} maxlength="${kind === "email" ? 254 : 255}">`;
}

/** The condition of a field, which only a field above can decide. A condition that no answer can meet is dropped. */
function conditionOf(item: BlockItem, before: readonly NamedField[]): string {
  const above = before.map((field) => field.item);
  const decider = deciderOf(item, above);
  if (!hasCondition(item) || !decider || conditionProblem(item, above)) return "";
  const name = before.find((field) => field.item === decider)?.name ?? "";
  return ` data-when="${escapeHtml(name)}" data-${textOf(item, "show")}="${escapeHtml(textOf(item, "value").trim())}"`;
}

/** 'What do you sell?' becomes what_do_you_sell, and 'Größe' becomes grosse. */
function fieldName(label: string): string {
  const name = plainLetters(label)
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "")
    .slice(0, 60);
  return name || "answer";
}

/** Two questions with the same words get two names. */
function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}_${number}`;
  taken.add(free);
  return free;
}
