import { type SecurityOptions, securityHeaders } from "../security/headers.ts";

/**
 * A landing page on our own host has an origin of its own that is nobody's: its scripts run, and find no session, no storage
 * and no cookies (architecture: Landing pages). What it opens is outside of the sandbox, and cannot be reached from it.
 */
const SANDBOX =
  "sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation";
/** A draft sends no forms. */
const PREVIEW_SANDBOX = "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox";

export type LandingPlace = "site" | "domain" | "preview";

/** The headers of a landing page where it is shown. */
export function landingHeaders(security: SecurityOptions, place: LandingPlace): Record<string, string> {
  const { "Strict-Transport-Security": _hsts, ...common } = securityHeaders(security);
  const headers: Record<string, string> = {
    // A client's domain is theirs: what it demands of browsers is not for us to say.
    ...(place === "domain" ? common : securityHeaders(security)),
    "Content-Type": "text/html; charset=utf-8",
    // So that our own pages, which keep to their kind, lose whoever opened them from here.
    "Cross-Origin-Opener-Policy": "unsafe-none",
    "Content-Security-Policy": [
      ...(place === "domain" ? [] : [place === "preview" ? PREVIEW_SANDBOX : SANDBOX]),
      "frame-ancestors 'none'",
    ].join("; "),
    "Cache-Control": "no-cache",
  };
  if (place === "domain") delete headers["Permissions-Policy"];
  if (place !== "preview") return headers;
  // The address is the key to the draft.
  return {
    ...headers,
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex, nofollow",
    "Referrer-Policy": "no-referrer",
  };
}

/** The headers of our own words on a landing page's address. */
export function noticeHeaders(security: SecurityOptions, onDomain: boolean): Record<string, string> {
  return {
    ...landingHeaders(security, onDomain ? "domain" : "site"),
    "Content-Security-Policy":
      "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex",
  };
}

/** Whatever else is answered on a landing page's address (a form's answer, a redirect, a refusal) is guarded as our words are. */
export function withGuardHeaders(answer: Response, security: SecurityOptions, onDomain: boolean): Response {
  const {
    "Content-Type": _type,
    "X-Robots-Tag": _robots,
    "Cache-Control": cache,
    ...guards
  } = noticeHeaders(security, onDomain);
  for (const [name, value] of Object.entries(guards)) if (!answer.headers.has(name)) answer.headers.set(name, value);
  // A page's proper address is that for good.
  if (cache && answer.status !== 308 && !answer.headers.has("Cache-Control"))
    answer.headers.set("Cache-Control", cache);
  if (onDomain) answer.headers.delete("Strict-Transport-Security");
  return answer;
}
