import { safeLocalStorage } from "~/shared/safe-storage.ts";
import { formatCount } from "../../../../domain/format-count.ts";
import { type LandingDraft, MAX_LENGTHS, SLUG, toDraft } from "../lib/landing-draft.ts";

export type DraftProblems = Partial<Record<keyof LandingDraft, string>>;

/** The problems that prevent storing the draft, by field. */
export function draftProblems(draft: LandingDraft): DraftProblems {
  const problems: DraftProblems = {};
  if (!draft.title.trim()) problems.title = "Enter a title";
  else if (draft.title.length > MAX_LENGTHS.title) problems.title = tooLongText(draft.title.length, MAX_LENGTHS.title);
  if (!draft.slug) problems.slug = "Enter a URL";
  else if (!SLUG.test(draft.slug)) problems.slug = "Use lowercase letters, digits, and single hyphens";
  else if (draft.slug.length > MAX_LENGTHS.slug) problems.slug = tooLongText(draft.slug.length, MAX_LENGTHS.slug);
  if (draft.description.length > MAX_LENGTHS.description)
    problems.description = tooLongText(draft.description.length, MAX_LENGTHS.description);
  for (const name of ["content", "custom_css", "custom_js"] as const)
    if (draft[name].length > MAX_LENGTHS[name]) problems[name] = tooLongText(draft[name].length, MAX_LENGTHS[name]);
  return problems;
}

const tooLongText = (length: number, maxLength: number) =>
  `${formatCount(length)} characters. The maximum is ${formatCount(maxLength)}`;

const FIELDS = ["slug", "title", "description", "hide_title", "content", "theme", "custom_css", "custom_js"] as const;

/** Whether saving would change nothing. Compares blocks by content, because every edit creates new ones. */
export function isSameDraft(one: LandingDraft, other: LandingDraft): boolean {
  if (one === other) return true;
  if (FIELDS.some((name) => one[name] !== other[name])) return false;
  return one.blocks === other.blocks || JSON.stringify(one.blocks) === JSON.stringify(other.blocks);
}

/** Unsaved changes that the browser keeps, so that the editor can offer them after a crash. */
export type LocalDraft = { draft: LandingDraft; revision: number; at: string };

const storageKey = (pageId: string) => `landing-draft:${pageId}`;

/** Returns false when the storage is full or blocked. */
export function saveLocalDraft(pageId: string, draft: LandingDraft, revision: number): boolean {
  const at = new Date().toISOString();
  return safeLocalStorage.write(storageKey(pageId), JSON.stringify({ draft, revision, at }));
}

export function removeLocalDraft(pageId: string): void {
  safeLocalStorage.remove(storageKey(pageId));
}

/** Null when there is no readable copy. */
export function loadLocalDraft(pageId: string): LocalDraft | null {
  try {
    const kept = safeLocalStorage.readJson(storageKey(pageId)) as Partial<LocalDraft> | null;
    if (typeof kept?.revision !== "number" || typeof kept.at !== "string" || typeof kept.draft?.content !== "string")
      return null;
    return { draft: toDraft(kept.draft), revision: kept.revision, at: kept.at };
  } catch {
    return null;
  }
}
