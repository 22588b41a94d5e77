/** One question of a static FAQ (spec §3). An answer is plain text; a blank line starts a paragraph. */
export type FaqItem = { question: string; answer: string };

/** Spec §3: static FAQ items, grouped by general, legacy, launch, base, pro, enterprise, consulting. */
export type FaqGroup = "general" | "legacy" | "launch" | "base" | "pro" | "enterprise" | "consulting";
