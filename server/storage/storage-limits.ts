import type { Limit } from "../../supabase/functions/_shared/limits.ts";

/** How many requests one sender may make. Visitors of one office share an address, and a page has many pictures. */
export const REQUESTS: Record<"visitor" | "person", Limit> = {
  visitor: { limit: 3000, windowSeconds: 300 },
  person: { limit: 9000, windowSeconds: 300 },
};
export const UPLOADS: Limit = { limit: 300, windowSeconds: 300 };
/** Images in a new size. Each keeps a processor busy for up to two seconds. */
export const IMAGES: Limit = { limit: 150, windowSeconds: 300 };
/** The body of a request that is not an upload: a thousand names. */
export const MAX_JSON_BYTES = 600 * 1024;
export const MAX_QUERY_LENGTH = 8 * 1024;
