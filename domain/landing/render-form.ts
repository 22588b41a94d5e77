import type { Block, BlockItem } from "./block-types.ts";
import { escapeHtml, linesOf } from "./markup.ts";

const textOf = (from: Block | BlockItem, name: string) =>
  typeof from[name] === "string" ? (from[name] as string) : "";

const KNOWN_FIELDS: Record<string, { name: string; type: string; autocomplete: string }> = {
  name: { name: "name", type: "text", autocomplete: "name" },
  email: { name: "email", type: "email", autocomplete: "email" },
  phone: { name: "phone", type: "tel", autocomplete: "tel" },
  company: { name: "company", type: "text", autocomplete: "organization" },
};
const EMAIL: BlockItem = { label: "Email", kind: "email", options: "", needed: true };

/**
 * A form whose answers become a lead. The host adds its target and the visit's source. Every form has an email field,
 * because no one could reply without one.
 */
export function renderForm(
  block: Block,
  place: number,
  at: (from: Block | BlockItem, name: string) => string = () => "",
): string {
  const items = Array.isArray(block.items) ? block.items : [];
  const fields = items.some(({ kind }) => kind === "email") ? items : [...items, EMAIL];
  const taken = new Set<string>();
  const drawn = fields.map((field, number) =>
    renderField(field, `lp-${place}-${number}`, taken, field === EMAIL ? "" : at(field, "label")),
  );
  const small = textOf(block, "small").trim();
  const done = textOf(block, "done").trim() || "Thank you. We got your message.";
  return `<form class="lp-fields" data-lead-form data-done="${escapeHtml(done)}">\n${drawn.join("\n")}\n<button class="lp-button" type="submit"${at(block, "button")}>${escapeHtml(textOf(block, "button").trim() || "Send")}</button>\n${small && `<p class="lp-note"${at(block, "small")}>${escapeHtml(small)}</p>\n`}</form>`;
}

function renderField(field: BlockItem, id: string, taken: Set<string>, mark: string): string {
  const kind = textOf(field, "kind");
  const label = textOf(field, "label").trim() || "Answer";
  const known = KNOWN_FIELDS[kind];
  const name = freeName(known?.name ?? (kind === "message" ? "message" : fieldName(label)), taken);
  const needed = field.needed === true || kind === "email";
  const shared = `id="${id}" name="${escapeHtml(name)}"${needed ? " required" : ""}`;
  const control =
    kind === "message"
      ? `<textarea ${shared} rows="4" maxlength="5000"></textarea>`
      : kind === "choice"
        ? `<select ${shared}><option value="">Choose…</option>${linesOf(textOf(field, "options"))
            .map((option) => `<option>${escapeHtml(option)}</option>`)
            .join("")}</select>`
        : `<input ${shared} type="${known?.type ?? "text"}"${known ? ` autocomplete="${known.autocomplete}"` : ""} maxlength="${kind === "email" ? 254 : 255}">`;
  return `<p class="lp-field"><label for="${id}">${mark ? `<span${mark}>${escapeHtml(label)}</span>` : escapeHtml(label)}${needed ? "" : " <small>optional</small>"}</label>${control}</p>`;
}

/** 'What do you sell?' becomes what_do_you_sell. */
function fieldName(label: string): string {
  const name = label
    .normalize("NFKD")
    .toLowerCase()
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
