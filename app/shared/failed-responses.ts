/** What the headers of a refused or failed answer said; supabase-js hands on bodies only. */
export type FailedResponse = { status: number; requestId: string | null; retryAfterSeconds: number | null };

const lastByPath = new Map<string, FailedResponse>();

/** A fetch that remembers failed answers by path, so that error screens can name the request and say when to retry. */
export const rememberingFetch: typeof fetch = async (input, init) => {
  const path = new URL(input instanceof Request ? input.url : input, location.href).pathname;
  lastByPath.delete(path);
  const response = await fetch(input, init);
  if (!response.ok) lastByPath.set(path, read(response));
  return response;
};

/** The last failed answer of this path, e.g. `/rest/v1/user_roles`; undefined when its last answer was fine. */
export function lastFailureOf(path: string): FailedResponse | undefined {
  return lastByPath.get(path);
}

function read(response: Response): FailedResponse {
  const wait = Number(response.headers.get("retry-after") ?? Number.NaN);
  return {
    status: response.status,
    requestId: response.headers.get("x-request-id"),
    retryAfterSeconds: Number.isFinite(wait) ? Math.ceil(wait) : null,
  };
}
