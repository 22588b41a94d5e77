import type { Limit } from "../../supabase/functions/_shared/limits.ts";

/** The limits of one table API request. */
export type RestBounds = {
  parameters: number;
  /** Selected columns and embedded tables, at all levels. */
  selected: number;
  /** How often one column may be selected at one level, under any alias. */
  repeated: number;
  /** Filters and the parts of `and` and `or`, together. */
  conditions: number;
  /** Entries of one list, as in `in.(1,2,3)`. */
  listed: number;
  /** `*`, `%` and `_` in the patterns of one request. */
  wildcards: number;
  textSearches: number;
  /** Embedded tables inside embedded tables. Each level multiplies the rows to join. */
  embedded: number;
  /** Objects in a body that is a list. */
  rows: number;
  bodyBytes: number;
  /** How many requests one sender may make. */
  rate: Limit;
};

/** A visitor needs only a page by its slug and one message. */
const anonymous: RestBounds = {
  parameters: 20,
  selected: 50,
  repeated: 2,
  conditions: 10,
  listed: 20,
  wildcards: 4,
  textSearches: 0,
  embedded: 1,
  rows: 10,
  bodyBytes: 64 * 1024,
  rate: { limit: 600, windowSeconds: 300 },
};

/** For signed-in people: several times what the largest screen needs. */
const signedIn: RestBounds = {
  parameters: 60,
  selected: 150,
  repeated: 10,
  conditions: 60,
  listed: 300,
  wildcards: 16,
  textSearches: 1,
  embedded: 3,
  rows: 1000,
  bodyBytes: 1024 * 1024,
  rate: { limit: 9000, windowSeconds: 300 },
};

export const bounds = { anonymous, signedIn };

/** How deep `and` and `or` may be nested. */
export const MAX_LOGIC_DEPTH = 10;
export const MAX_QUERY_LENGTH = 16 * 1024;
/** The size of a landing page's draft. It is large enough that the database can say how much too long the draft is. */
export const MAX_DRAFT_BYTES = 8 * 1024 * 1024;
export const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;
/** Rows that a visitor gets in one response. The library allows 1,000. */
export const MAX_ANONYMOUS_ROWS = 100;
