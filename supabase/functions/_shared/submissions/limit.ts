import type { Limit } from "../limits.ts";

/**
 * The limit per address for form submissions. It stops only floods. An office behind one address stays far below it.
 */
export const SUBMISSIONS: Limit = { limit: 60, windowSeconds: 600 };
