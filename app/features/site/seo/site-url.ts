/** The host replaces this with the public URL when it loads a prerendered page, because the build does not know it. */
export const SITE_URL = "__SITE_URL__";
