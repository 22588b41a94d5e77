/** The public pages from a host's sitemap: paths of this site, in order. */
export async function listSitePages(hostUrl: string): Promise<string[]> {
  const sitemap = await (await fetch(`${hostUrl}/sitemap.xml`)).text();
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => new URL(address).pathname);
}
