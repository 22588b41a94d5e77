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
  /** Whether a client's account needs Premium for it. */
  isPremium?: true;
};

export type ArticleGroup = {
  title: string;
  articles: readonly Article[];
};

/**
 * Where the reader works with leads and landing pages: at the agency, or in the workspace of a client's account. The texts are the
 * same but for what differs there.
 */
export type Workplace = {
  isWorkspace: boolean;
  /** The address of a page such as "/leads". */
  path: (page: string) => string;
  /** The address of the landing pages, or of a part of them, such as "/brand". */
  pages: (part?: string) => string;
};
