/** Longer than any path of ours; patterns of libraries that see it may take the square of its length. */
const LONGEST_PATH = 1024;
/** A campaign's link is long, a filter of the table API longer. */
const LONGEST_QUERY = 16 * 1024;
const LONGEST_HOST = 300;
/** Header and request line together. Node refuses more with 431. */
export const LARGEST_HEAD = 16 * 1024;

type Head = { path: string; query: string; host: string };

/** Why the head of a request is not read any further, or undefined: nothing else sees texts of unbounded length. */
export function headComplaint({ path, query, host }: Head): { status: number; message: string } | undefined {
  if (path.length > LONGEST_PATH) return { status: 414, message: `The path is longer than ${LONGEST_PATH} characters` };
  if (query.length > LONGEST_QUERY)
    return { status: 414, message: `The query is longer than ${LONGEST_QUERY} characters` };
  if (host.length > LONGEST_HOST) return { status: 400, message: `The host is longer than ${LONGEST_HOST} characters` };
  return undefined;
}
