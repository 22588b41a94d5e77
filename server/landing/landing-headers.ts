import { type SecurityOptions, securityHeaders } from "../security/headers.ts";

/**
 * A landing page on our own host has an opaque origin. Its scripts run, but they have no access to session, storage or
 * cookies (architecture: Landing pages). Windows that it opens are outside the sandbox and cannot be reached from it.
 */
const SANDBOX =
  "sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation";
/** A draft cannot submit forms. */
const PREVIEW_SANDBOX = "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox";

export type LandingPlace = "site" | "domain" | "preview";

/** The headers of a landing page, depending on where it is served. */
export function landingHeaders(security: SecurityOptions, place: LandingPlace): Record<string, string> {
  const { "Strict-Transport-Security": _hsts, ...common } = securityHeaders(security);
  const headers: Record<string, string> = {
    // A client's domain belongs to the client, so we do not set browser policies such as HSTS for it.
    ...(place === "domain" ? common : securityHeaders(security)),
    "Content-Type": "text/html; charset=utf-8",
    // Our own pages use same-origin, so pages opened from here lose their opener.
    "Cross-Origin-Opener-Policy": "unsafe-none",
    "Content-Security-Policy": [
      ...(place === "domain" ? [] : [place === "preview" ? PREVIEW_SANDBOX : SANDBOX]),
      "frame-ancestors 'none'",
    ].join("; "),
    "Cache-Control": "no-cache",
  };
  if (place === "domain") delete headers["Permissions-Policy"];
  if (place !== "preview") return headers;
  // The address contains the key to the draft.
  return {
    ...headers,
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex, nofollow",
    "Referrer-Policy": "no-referrer",
  };
}

/** The headers of our own notices at a landing page's address. */
export function noticeHeaders(security: SecurityOptions, onDomain: boolean): Record<string, string> {
  return {
    ...landingHeaders(security, onDomain ? "domain" : "site"),
    "Content-Security-Policy":
      "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex",
  };
}

/**
 * Adds the notice headers to every other response at a landing page's address, such as form responses, redirects and
 * refusals.
 */
export function withGuardHeaders(answer: Response, security: SecurityOptions, onDomain: boolean): Response {
  const {
    "Content-Type": _type,
    "X-Robots-Tag": _robots,
    "Cache-Control": cache,
    ...guards
  } = noticeHeaders(security, onDomain);
  for (const [name, value] of Object.entries(guards)) if (!answer.headers.has(name)) answer.headers.set(name, value);
  // Permanent redirects stay cacheable, because a page's canonical address does not change.
  if (cache && answer.status !== 308 && !answer.headers.has("Cache-Control"))
    answer.headers.set("Cache-Control", cache);
  if (onDomain) answer.headers.delete("Strict-Transport-Security");
  return answer;
}
