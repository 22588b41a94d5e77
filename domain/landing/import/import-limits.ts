/** Longer pages are refused before they are read. In bytes of UTF-8. */
export const MAX_PAGE_BYTES = 2 * 1024 * 1024;
/** JSON writes some characters of a page as two or more. */
export const MAX_IMPORT_BYTES = 2.5 * MAX_PAGE_BYTES;

/** Whether the HTML is too long to be imported. */
export const isTooLarge = (html: string): boolean =>
  html.length > MAX_PAGE_BYTES || new Blob([html]).size > MAX_PAGE_BYTES;
