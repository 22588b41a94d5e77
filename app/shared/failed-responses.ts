/** What the headers of a refused or failed answer said; supabase-js hands on bodies only. */
export type FailedResponse = {
  status: number;
  requestId: string | null;
  retryAfterSeconds: number | null;
  /** Whether the body is JSON: a gateway's page is not. */
  isJson: boolean;
};

const lastByPath = new Map<string, FailedResponse>();
let last: FailedResponse | undefined;
/** PostgREST's way to say that there is no such row: an answer like another. */
const NO_ROW = 406;

/** A fetch that remembers failed answers by path, so that error screens can name the request and say when to retry. */
export const fetchRecordingFailures: typeof fetch = async (input, init) => {
  const path = new URL(input instanceof Request ? input.url : input, location.href).pathname;
  lastByPath.delete(path);
  const response = await fetch(input, init);
  if (!response.ok) {
    const failure = read(response);
    lastByPath.set(path, failure);
    if (failure.status !== NO_ROW) last = failure;
  }
  return response;
};

/** The last failed answer of this path, e.g. `/rest/v1/user_roles`; undefined when its last answer was fine. */
export function getLastFailureOf(path: string): FailedResponse | undefined {
  return lastByPath.get(path);
}

/** The last failed answer since the page was loaded, whatever was asked. */
export function getLastFailure(): FailedResponse | undefined {
  return last;
}

function read(response: Response): FailedResponse {
  const wait = Number(response.headers.get("retry-after") ?? Number.NaN);
  return {
    status: response.status,
    requestId: response.headers.get("x-request-id"),
    retryAfterSeconds: Number.isFinite(wait) ? Math.ceil(wait) : null,
    isJson: response.headers.get("content-type")?.includes("json") ?? false,
  };
}
