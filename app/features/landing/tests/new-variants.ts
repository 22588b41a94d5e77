/** A variant in the form of a new test. A null version is the draft, and 0 is not chosen yet. */
export type DraftVariant = { key: string; version: number | null; label: string; weight: string };

export const MAX_VARIANTS = 5;

/** The live version against the draft, or against nothing yet if the draft is live. */
export function firstVariants(live: number, hasDraft: boolean): DraftVariant[] {
  return evenWeights([
    { key: "control", version: live, label: "A", weight: "" },
    { key: "first", version: hasDraft ? null : 0, label: "B", weight: "" },
  ]);
}

/** Equal percentages that add up to 100. The first variants get what is left over. */
export function evenWeights(variants: readonly DraftVariant[]): DraftVariant[] {
  const share = Math.floor(100 / variants.length);
  const rest = 100 - share * variants.length;
  return variants.map((variant, at) => ({ ...variant, weight: String(share + (at < rest ? 1 : 0)) }));
}

/** The first letter that no variant has. */
export function nextLabel(variants: readonly DraftVariant[]): string {
  return ["A", "B", "C", "D", "E"].find((letter) => variants.every(({ label }) => label !== letter)) ?? "";
}

/** What keeps a test from starting; null when nothing does. The database checks the same. */
export function variantsProblem(variants: readonly DraftVariant[]): string | null {
  if (variants.some(({ version }) => version === 0)) return "Choose a version for each variant.";
  if (new Set(variants.map(({ version }) => version)).size < variants.length) return "Choose different versions.";
  if (variants.some(({ label }) => label.trim() === "")) return "Give each variant a name.";
  if (new Set(variants.map(({ label }) => label.trim().toLowerCase())).size < variants.length)
    return "Give each variant a name of its own.";
  if (variants.some(({ weight }) => !/^[1-9]\d?$/.test(weight.trim())))
    return "Each percentage must be a whole number from 1 to 99.";
  const sum = variants.reduce((total, { weight }) => total + Number(weight), 0);
  return sum === 100 ? null : `The percentages add up to ${sum}. They must add up to 100.`;
}
