import { trimSlashes } from "../request/trim-slashes.ts";

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const MAX_SLUG_LENGTH = 100;
const PREFIX = "/landing/";

/**
 * The meaning of an address below /landing/: a page, a redirect to its canonical address, or an address that cannot
 * exist.
 */
export type LandingPath = { slug: string } | { redirect: string } | { notFound: true };

/** Reads a path. Undefined if it is not below /landing/. Redirects lead only to names that a page can have. */
export function readLandingPath(path: string): LandingPath | undefined {
  if (!path.toLowerCase().startsWith(PREFIX)) return undefined;
  const rest = path.slice(PREFIX.length);
  // Every character of a name may be percent-encoded.
  if (rest.length > 3 * MAX_SLUG_LENGTH + 10) return { notFound: true };
  if (rest.length <= MAX_SLUG_LENGTH && SLUG.test(rest) && path.startsWith(PREFIX)) return { slug: rest };
  const slug = trimSlashes(decode(rest)).toLowerCase();
  return slug.length <= MAX_SLUG_LENGTH && SLUG.test(slug) ? { redirect: PREFIX + slug } : { notFound: true };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
