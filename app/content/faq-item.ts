/** One question of a static FAQ (spec §3). The answer is plain text; a blank line starts a paragraph. */
export type FaqItem = { question: string; answer: string };
