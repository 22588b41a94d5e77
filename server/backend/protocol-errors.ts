/** An error in the format of Supabase Auth. supabase-js turns it into an AuthApiError with this code and message. */
export function authError(
  status: number,
  errorCode: string,
  message: string,
  more: Record<string, unknown> = {},
  headers: HeadersInit = {},
): Response {
  return Response.json(
    { code: status, error_code: errorCode, msg: message, ...more },
    { status, headers: crossOrigin(headers) },
  );
}

/** An error in the format of PostgREST. supabase-js returns it as `error`. */
export function restError(
  status: number,
  code: string,
  message: string,
  { hint, detail }: { hint?: string; detail?: string } = {},
  headers: HeadersInit = {},
): Response {
  return Response.json(
    { code, message, details: detail ?? null, hint: hint ?? null },
    { status, headers: crossOrigin(headers) },
  );
}

/** The same error in the format of the protocol that the path belongs to. */
export function protocolError(
  path: string,
  status: number,
  code: string,
  message: string,
  headers: HeadersInit = {},
): Response {
  return path.startsWith("/auth/v1")
    ? authError(status, code, message, {}, headers)
    : restError(status, code, message, {}, headers);
}

/** Refuses the request and says when to retry. */
export function tooManyRequests(path: string, retryAfterSeconds: number): Response {
  return protocolError(
    path,
    429,
    "over_request_rate_limit",
    `Too many requests. Try again in ${retryAfterSeconds} seconds.`,
    {
      "Retry-After": String(retryAfterSeconds),
      "Access-Control-Expose-Headers": "Retry-After",
    },
  );
}

/** Nothing can be saved, and nothing was. People may read everything. */
export const DISK_FULL_CODE = "53100";
export const DISK_FULL_TEXT =
  "This can't be saved now, because the server's disk is full. Please try again later. You can still read everything.";
export const DISK_FULL_RETRY = { "Retry-After": "30" };

export function diskFull(path: string): Response {
  return protocolError(path, 503, DISK_FULL_CODE, DISK_FULL_TEXT, DISK_FULL_RETRY);
}

/** Any origin may read protocol responses, because rights come from headers, never from cookies. */
export function crossOrigin(headers: HeadersInit = {}): Headers {
  const result = new Headers(headers);
  result.set("Access-Control-Allow-Origin", "*");
  return result;
}
