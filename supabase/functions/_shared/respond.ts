/** The headers that supabase-js sends from a browser on another origin. Hosted functions must allow them. */
export const CORS_HEADERS: Record<string, string> = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Headers": "authorization, x-client-info, apikey, content-type, x-account",
  "Access-Control-Allow-Methods": "GET, POST, OPTIONS",
  "Access-Control-Expose-Headers": "Retry-After, Content-Disposition",
};

/** A JSON response that any origin may read, because rights come from the Authorization header, never from a cookie. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { ...CORS_HEADERS, ...headers } });
}

/** When to try again after something that is away for a moment. */
const RETRY_AFTER = { "Retry-After": "5", "Access-Control-Expose-Headers": "Retry-After" };

/** An expected failure: a code for programs, a sentence for people, and optional details. 503 says when to try again. */
export function failure(
  status: number,
  code: string,
  message: string,
  details: Record<string, unknown> = {},
): Response {
  return json({ error: message, code, ...details }, status, status === 503 ? RETRY_AFTER : {});
}
