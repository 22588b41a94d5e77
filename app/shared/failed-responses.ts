/** The headers of a failed response. supabase-js returns only bodies. */
export type FailedResponse = {
  status: number;
  requestId: string | null;
  retryAfterSeconds: number | null;
  /** Whether the body is JSON. A gateway's page is not. */
  isJson: boolean;
};

const lastByPath = new Map<string, FailedResponse>();
let last: FailedResponse | undefined;
/** PostgREST's status for a missing row, which is not a failure. */
const NO_ROW = 406;

/** A fetch that stores failed responses by path, so that error screens can name the request and the retry time. */
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

/** The last failed response of this path, such as `/rest/v1/user_roles`; undefined when its last response succeeded. */
export function getLastFailureOf(path: string): FailedResponse | undefined {
  return lastByPath.get(path);
}

/** The last failed response since the page loaded, for any path. */
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
