import type { Role } from "../../../domain/roles.ts";

/** A paragraph; steps in order; points without one; or something to copy. */
export type Block = string | { steps: readonly string[] } | { points: readonly string[] } | { code: string };

export type Article = {
  /** In the address of the open article; it never changes. */
  id: string;
  title: string;
  body: readonly Block[];
  /** Where the article's thing is. */
  link?: { to: string; label: string };
  /** What else people call it, for the search. */
  words?: string;
};

export type ArticleGroup = {
  title: string;
  /** Whom it concerns; everybody without it. */
  role?: Role;
  articles: readonly Article[];
};
