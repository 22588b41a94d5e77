import type { BlockItem } from "./block-types.ts";
import { linesOf } from "./markup.ts";
import { textOf } from "./render-parts.ts";

/** Whether visitors answer a field of a form by its options. */
export const hasOptions = ({ kind }: BlockItem): boolean => kind === "choice" || kind === "choices";

/** Whether a field of a form is a list of options without any, so that visitors can't answer it. */
export const lacksOptions = (item: BlockItem): boolean =>
  hasOptions(item) && linesOf(textOf(item, "options")).length === 0;

// No part reads past the start of another tag, so the time is linear in the length for any content.
const LABEL = "[^<]*(?:<small>optional</small>)?";
const HINT = '(?:<small class="lp-hint"[^<>]*>[^<]*</small>)?';
const DROPDOWN = `<p class="lp-field"><label for="[^"]*">${LABEL}</label>${HINT}<select [^<>]*><option value="">Choose…</option></select></p>`;
const CHECKBOXES = `<fieldset class="lp-field lp-choices" data-choices[^<>]*><legend>${LABEL}</legend>${HINT}</fieldset>`;
const UNANSWERABLE = new RegExp(`(?:${DROPDOWN}|${CHECKBOXES})\n?`, "g");

/**
 * The content without the fields that have no options. Form blocks leave them out, but pages that were published before have them,
 * and no visitor could send a form that requires one. All else stays as written.
 */
export const withoutEmptyFields = (content: string): string => content.replace(UNANSWERABLE, "");
