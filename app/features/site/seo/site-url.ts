/** The host replaces this by the public address when it loads a prerendered page; at build time nobody knows it. */
export const SITE_URL = "__SITE_URL__";
