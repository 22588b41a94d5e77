import { createHash } from "node:crypto";

/**
 * The document from which an admin's dashboard test asks for the dashboard's address (spec §7 Browser-only actions). It may
 * connect to any https address, and this document alone: the portal's pages keep their strict policy, also after a client-side
 * navigation to /admin. Its sandbox gives it an origin of its own, so it finds no session, no storage and no cookies.
 */
export function probeFrameResponse(): Response {
  return new Response(DOCUMENT, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": [
        "sandbox allow-scripts",
        "default-src 'none'",
        `script-src 'sha256-${createHash("sha256").update(SCRIPT).digest("base64")}'`,
        // A redirect is checked as well: notion.so leads to notion.com, and others lead anywhere.
        "connect-src https:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
      ].join("; "),
      "X-Frame-Options": "SAMEORIGIN",
      "X-Robots-Tag": "noindex",
      "Referrer-Policy": "no-referrer",
      "Cache-Control": "public, max-age=3600",
    },
  });
}

const SCRIPT = `
addEventListener("message", async ({ source, data }) => {
  if (source !== parent || typeof data?.probe !== "string") return;
  const options = { mode: "no-cors", credentials: "omit", cache: "no-store", signal: AbortSignal.timeout(8000) };
  const reached = await fetch(data.probe, options).then(() => true, () => false);
  parent.postMessage({ probed: reached }, "*");
});
parent.postMessage({ probe: "ready" }, "*");
`;

const DOCUMENT = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Dashboard test</title></head><body><script>${SCRIPT}</script></body></html>
`;
