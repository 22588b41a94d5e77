import type { Limit } from "../limits.ts";

/** What one address may send through a form. Against floods only: an office behind one address stays far below. */
export const SUBMISSIONS: Limit = { limit: 60, windowSeconds: 600 };
