import { createHash } from "node:crypto";

/**
 * The document in which an admin's dashboard test requests the dashboard's address (spec §7 Browser-only actions). Only
 * this document may connect to any https address. The portal's pages keep their strict policy, even after a client-side
 * navigation to /admin. The sandbox gives it an opaque origin without session, storage and cookies.
 */
export function probeFrameResponse(): Response {
  return new Response(DOCUMENT, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": [
        "sandbox allow-scripts",
        "default-src 'none'",
        `script-src 'sha256-${createHash("sha256").update(SCRIPT).digest("base64")}'`,
        // Redirects are checked too: notion.so leads to notion.com, and other addresses may lead anywhere.
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
