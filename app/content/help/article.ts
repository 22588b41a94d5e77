import type { Role } from "../../../domain/roles.ts";

/** A paragraph, ordered steps, bullet points, or something to copy. */
export type Block = string | { steps: readonly string[] } | { points: readonly string[] } | { code: string };

export type Article = {
  /** The ID in the URL of the open article. It never changes. */
  id: string;
  title: string;
  body: readonly Block[];
  /**
   * The alternative text of the picture of its screen. The picture has the article's ID, once in light and once in dark
   * (`npm run pictures`).
   */
  picture?: string;
  /** A link to the article's subject. */
  link?: { to: string; label: string };
  /** Synonyms for the search. */
  words?: string;
};

export type ArticleGroup = {
  title: string;
  /** The role that it is for; all users without it. */
  role?: Role;
  articles: readonly Article[];
};
