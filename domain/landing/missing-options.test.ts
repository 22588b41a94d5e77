import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Block, BlockItem } from "./block-types.ts";
import { blocksToHtml, newBlock, newItem } from "./blocks.ts";
import { FORM_FIELDS } from "./form-fields.ts";
import { readFormRules } from "./form-rules.ts";
import { escapeHtml } from "./markup.ts";
import { withoutEmptyFields } from "./missing-options.ts";
import { renderLandingPage } from "./render.ts";
import { renderBlock } from "./render-block.ts";

const NAME = { label: "Name", kind: "name" };
const formOf = (...items: BlockItem[]): Block => ({
  ...newBlock("form", "form"),
  items: items.map((item) => ({ ...newItem(FORM_FIELDS), ...item })),
});
const PAGE = { id: "page", version: 1, slug: "a", title: "A", description: "", theme: "default", hide_title: true };
const options = { address: "https://example.com/landing/a", formAction: "/functions/v1/submit-landing-form" };
const servedAs = (content: string) =>
  renderLandingPage({ ...PAGE, content, custom_css: null, custom_js: null }, options);

/** The two kinds of fields as pages had them before they were left out. */
const before = (kind: string, label: string, hint: string, isNeeded: boolean) => {
  const words = `${escapeHtml(label)}${isNeeded ? "" : " <small>optional</small>"}`;
  const below = hint && `<small class="lp-hint" id="lp-0-1-hint">${escapeHtml(hint)}</small>`;
  const described = hint && ' aria-describedby="lp-0-1-hint"';
  return kind === "choice"
    ? `<p class="lp-field"><label for="lp-0-1">${words}</label>${below}<select id="lp-0-1" name="days"${isNeeded ? " required" : ""}${described}><option value="">Choose…</option></select></p>`
    : `<fieldset class="lp-field lp-choices" data-choices${described}><legend>${words}</legend>${below}</fieldset>`;
};

describe("A field without options", () => {
  it.each(["choice", "choices"])("is on no page and asks for nothing: %s", (kind) => {
    for (const options of ["", " \n "]) {
      const content = blocksToHtml([formOf(NAME, { label: "Days", kind, options, needed: true })]);
      expect(content).toBe(blocksToHtml([formOf(NAME)]));
      expect(readFormRules(content, 1)?.fields.map(({ name }) => name)).toEqual(["name", "email"]);
    }
  });

  it.each(["choice", "choices"])("decides about no other field: %s", (kind) => {
    const asks = { label: "Why?", kind: "line", show: "is", when: "Days", value: "Monday" };
    expect(blocksToHtml([formOf({ label: "Days", kind }, asks)])).not.toContain("data-when");
    expect(blocksToHtml([formOf({ label: "Days", kind, options: "Monday" }, asks)])).toContain("data-when");
  });

  it.each(["choice", "choices"])("can be named in the editor: %s", (kind) => {
    expect(renderBlock(formOf({ label: "Days", kind }), 0, false, true)).toContain('data-field="items.0.label">Days<');
  });

  it("is left out of pages that were published with it, and the visitor can send the form", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("choice", "choices"),
        fc.string(),
        fc.string(),
        fc.boolean(),
        (kind, label, hint, isNeeded) => {
          const rest = blocksToHtml([formOf(NAME)]);
          const old = rest.replace("<button", () => `${before(kind, label, hint, isNeeded)}\n<button`);
          expect(withoutEmptyFields(old)).toBe(rest);
          expect(servedAs(old)).toBe(servedAs(rest));
          expect(readFormRules(old, 1)).toEqual(readFormRules(rest, 1));
        },
      ),
    );
  });

  // A pattern whose time grows with the square of the length would not end before the test's limit.
  it("leaves a long page of unfinished fields as it is", () => {
    for (const start of ['<fieldset class="lp-field lp-choices" data-choices', '<p class="lp-field"><label for="']) {
      const content = start.repeat(100_000);
      expect(withoutEmptyFields(content)).toBe(content);
    }
  });

  it("is the only thing that is left out", () => {
    const all = blocksToHtml([
      formOf(NAME, { label: "Days", kind: "choice", options: "Monday" }, { label: "A", kind: "choices", options: "B" }),
    ]);
    expect(withoutEmptyFields(all)).toBe(all);
    const own = '<form data-lead-form><select name="a"><option value="">Choose…</option></select></form>';
    expect(withoutEmptyFields(own)).toBe(own);
  });
});
