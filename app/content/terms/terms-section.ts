/** One of the eight sections of the terms (spec §2). A clause is a paragraph that can be cited by its number. */
export type TermsSection = {
  /** The fragment of its address; other pages link to it. */
  id: string;
  name: string;
  /** What it comes to, before the clauses. Not part of the agreement. */
  inShort: string;
  clauses: readonly { text: string; items?: readonly string[] }[];
};
