import { type LandingDraft, MAX_LENGTHS, SLUG } from "../lib/landing-draft.ts";

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
