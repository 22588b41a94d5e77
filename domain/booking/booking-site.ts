/** The site with an account's booking pages: its own domain if it has one, else ours. */
export const bookingSite = (siteUrl: string, domain: string | undefined): string =>
  domain ? `${new URL(siteUrl).protocol}//${domain}` : siteUrl;
