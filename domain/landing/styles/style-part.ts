/** Styles that only pages with this text in their content have, so that a page has no styles of blocks that it lacks. */
export type StylePart = { marker: string; css: string };
