import { trimSlashes } from "../request/trim-slashes.ts";

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const LONGEST_SLUG = 100;
const PREFIX = "/landing/";

/** What an address below /landing/ asks for: a page, the page's proper address, or nothing that there could be. */
export type LandingPath = { slug: string } | { moved: string } | { nothing: true };

/** Reads a path; undefined when it does not lie below /landing/. Only names that a page can have are ever led to. */
export function readLandingPath(path: string): LandingPath | undefined {
  if (!path.toLowerCase().startsWith(PREFIX)) return undefined;
  const given = path.slice(PREFIX.length);
  // Every character of a name may be percent-encoded.
  if (given.length > 3 * LONGEST_SLUG + 10) return { nothing: true };
  if (given.length <= LONGEST_SLUG && SLUG.test(given) && path.startsWith(PREFIX)) return { slug: given };
  const slug = trimSlashes(decode(given)).toLowerCase();
  return slug.length <= LONGEST_SLUG && SLUG.test(slug) ? { moved: PREFIX + slug } : { nothing: true };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
