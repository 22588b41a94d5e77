import { type LandingDraft, MAX_LENGTHS, SLUG, toDraft } from "../lib/landing-draft.ts";

const count = new Intl.NumberFormat("en");

export type DraftProblems = Partial<Record<keyof LandingDraft, string>>;

/** What keeps a draft from being stored, by field, in words for the one who writes it. */
export function draftProblems(draft: LandingDraft): DraftProblems {
  const problems: DraftProblems = {};
  if (!draft.title.trim()) problems.title = "The page needs a title";
  else if (draft.title.length > MAX_LENGTHS.title) problems.title = tooLongText(draft.title.length, MAX_LENGTHS.title);
  if (!draft.slug) problems.slug = "The page needs an address";
  else if (!SLUG.test(draft.slug)) problems.slug = "Small letters, digits, and single hyphens between them";
  else if (draft.slug.length > MAX_LENGTHS.slug) problems.slug = tooLongText(draft.slug.length, MAX_LENGTHS.slug);
  if (draft.description.length > MAX_LENGTHS.description)
    problems.description = tooLongText(draft.description.length, MAX_LENGTHS.description);
  for (const name of ["content", "custom_css", "custom_js"] as const)
    if (draft[name].length > MAX_LENGTHS[name]) problems[name] = tooLongText(draft[name].length, MAX_LENGTHS[name]);
  return problems;
}

const tooLongText = (length: number, maxLength: number) =>
  `${count.format(length)} characters; ${count.format(maxLength)} are the most`;

const FIELDS = ["slug", "title", "description", "hide_title", "content", "theme", "custom_css", "custom_js"] as const;

/** Whether nothing would change by saving. Blocks are written again with every change: their content says whether they differ. */
export function isSameDraft(one: LandingDraft, other: LandingDraft): boolean {
  if (one === other) return true;
  if (FIELDS.some((name) => one[name] !== other[name])) return false;
  return one.blocks === other.blocks || JSON.stringify(one.blocks) === JSON.stringify(other.blocks);
}

/** What was typed and not saved yet, kept by this browser: after a crash it is offered again. */
export type LocalDraft = { draft: LandingDraft; revision: number; at: string };

const storageKey = (pageId: string) => `landing-draft:${pageId}`;

/** Keeps a copy; a full or forbidden storage is no reason to stop writing. Answers whether it was kept. */
export function saveLocalDraft(pageId: string, draft: LandingDraft, revision: number): boolean {
  try {
    localStorage.setItem(storageKey(pageId), JSON.stringify({ draft, revision, at: new Date().toISOString() }));
    return true;
  } catch {
    return false;
  }
}

export function removeLocalDraft(pageId: string): void {
  try {
    localStorage.removeItem(storageKey(pageId));
  } catch {
    // What cannot be written cannot be removed.
  }
}

/** The copy of this page, when there is one that can be read. */
export function loadLocalDraft(pageId: string): LocalDraft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey(pageId)) ?? "null");
    if (typeof kept?.revision !== "number" || typeof kept.at !== "string" || typeof kept.draft?.content !== "string")
      return null;
    return { draft: toDraft(kept.draft), revision: kept.revision, at: kept.at };
  } catch {
    return null;
  }
}
