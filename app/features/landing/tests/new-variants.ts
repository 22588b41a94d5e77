export type DraftVariant = {
  key: string;
  /** Null is the draft, and 0 is not chosen yet. */
  version: number | null;
  label: string;
  weight: string;
  /** Whether a person typed the percentage. */
  isTyped?: boolean;
};

/** What is wrong, and where: a field of the variants with these keys. */
export type VariantsProblem = { text: string; field: "version" | "label" | "weight"; keys: string[] };

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
  return variants.map((variant, at) => ({ ...variant, weight: String(share + (at < rest ? 1 : 0)), isTyped: false }));
}

/** Sets a typed percentage. Of two variants, the other one gets the rest, unless someone typed that, too. */
export function changeWeight(variants: readonly DraftVariant[], key: string, weight: string): DraftVariant[] {
  const fills = variants.length === 2 && isPercentage(weight);
  return variants.map((variant) => {
    if (variant.key === key) return { ...variant, weight, isTyped: true };
    return fills && !variant.isTyped ? { ...variant, weight: String(100 - Number(weight)) } : variant;
  });
}

const isPercentage = (weight: string) => /^[1-9]\d?$/.test(weight.trim());

/** The first letter that no variant has. */
export function nextLabel(variants: readonly DraftVariant[]): string {
  return ["A", "B", "C", "D", "E"].find((letter) => variants.every(({ label }) => label !== letter)) ?? "";
}

/** What keeps a test from starting; null when nothing does. The database checks the same. */
export function variantsProblem(variants: readonly DraftVariant[]): VariantsProblem | null {
  const problem = (text: string, field: VariantsProblem["field"], wrong: readonly DraftVariant[]) =>
    wrong.length > 0 ? { text, field, keys: wrong.map(({ key }) => key) } : null;
  const labelOf = ({ label }: DraftVariant) => label.trim().toLowerCase();
  const sum = variants.reduce((total, { weight }) => total + Number(weight), 0);
  return (
    problem(
      "Choose a version for each variant.",
      "version",
      variants.filter(({ version }) => version === 0),
    ) ??
    problem(
      "Choose different versions.",
      "version",
      repeated(variants, ({ version }) => version),
    ) ??
    problem(
      "Give each variant a name.",
      "label",
      variants.filter((variant) => labelOf(variant) === ""),
    ) ??
    problem("Give each variant a different name.", "label", repeated(variants, labelOf)) ??
    problem(
      "Each percentage must be a whole number from 1 to 99.",
      "weight",
      variants.filter(({ weight }) => !isPercentage(weight)),
    ) ??
    problem(`The percentages add up to ${sum}. They must add up to 100.`, "weight", sum === 100 ? [] : variants)
  );
}

/** The variants whose value an earlier one has. */
function repeated(variants: readonly DraftVariant[], read: (variant: DraftVariant) => unknown): DraftVariant[] {
  const values = variants.map(read);
  return variants.filter((_, at) => values.indexOf(values[at]) < at);
}
