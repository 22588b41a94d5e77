import type { LandingDraft } from "../lib/landing-draft.ts";

const FIELDS = ["slug", "title", "description", "hide_title", "content", "theme", "custom_css", "custom_js"] as const;

/** Whether nothing would change by saving. Blocks are written again with every change: their content says whether they differ. */
export function isSameDraft(one: LandingDraft, other: LandingDraft): boolean {
  if (one === other) return true;
  if (FIELDS.some((name) => one[name] !== other[name])) return false;
  return one.blocks === other.blocks || JSON.stringify(one.blocks) === JSON.stringify(other.blocks);
}
