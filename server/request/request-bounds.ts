/** Longer than any path of ours. Library patterns that read the path may take quadratic time. */
const MAX_PATH_LENGTH = 1024;
/** Campaign links are long, and filters of the table API are longer. */
const MAX_QUERY_LENGTH = 16 * 1024;
const MAX_HOST_LENGTH = 300;
/** The size limit of headers and request line together. Node refuses more with 431. */
export const MAX_HEAD_BYTES = 16 * 1024;

type Head = { path: string; query: string; host: string };

/**
 * Why the head of a request is refused, or undefined. It runs first, so that nothing else sees text of unbounded
 * length.
 */
export function checkHead({ path, query, host }: Head): { status: number; message: string } | undefined {
  if (path.length > MAX_PATH_LENGTH)
    return { status: 414, message: `The path is longer than ${MAX_PATH_LENGTH} characters` };
  if (query.length > MAX_QUERY_LENGTH)
    return { status: 414, message: `The query is longer than ${MAX_QUERY_LENGTH} characters` };
  if (host.length > MAX_HOST_LENGTH)
    return { status: 400, message: `The host is longer than ${MAX_HOST_LENGTH} characters` };
  return undefined;
}
