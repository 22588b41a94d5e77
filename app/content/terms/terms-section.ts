/** One of the eight sections of the terms (spec §2). A clause is a paragraph that its number identifies. */
export type TermsSection = {
  /** The fragment of its URL. Other pages link to it. */
  id: string;
  name: string;
  /** A summary before the clauses. It is not part of the agreement. */
  inShort: string;
  clauses: readonly { text: string; items?: readonly string[] }[];
};
