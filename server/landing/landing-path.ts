const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const PREFIX = "/landing/";

/** What an address below /landing/ asks for: a page, the page's proper address, or nothing that there could be. */
export type LandingPath = { slug: string } | { moved: string } | { nothing: true };

/** Reads a path; undefined when it does not lie below /landing/. Only names that a page can have are ever led to. */
export function readLandingPath(path: string): LandingPath | undefined {
  if (!path.toLowerCase().startsWith(PREFIX)) return undefined;
  const given = path.slice(PREFIX.length);
  if (SLUG.test(given) && given.length <= 100 && path.startsWith(PREFIX)) return { slug: given };
  const slug = decode(given).replace(/\/+$/, "").toLowerCase();
  return SLUG.test(slug) && slug.length <= 100 ? { moved: PREFIX + slug } : { nothing: true };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
