import { createHash } from "node:crypto";

export type SecurityOptions = { siteUrl: string; supabaseUrl?: string | undefined };

/** The sites of dashboards that pages may show in frames. Addresses at notion.so redirect to notion.com. */
const DASHBOARDS =
  "https://*.notion.so https://notion.so https://*.notion.com https://notion.com https://*.notion.site";

/** The headers of every response, pages and data alike. HSTS is sent only if the public address is https. */
export function securityHeaders({ siteUrl }: SecurityOptions): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
    ...(siteUrl.startsWith("https:") ? { "Strict-Transport-Security": "max-age=63072000; includeSubDomains" } : {}),
  };
}

/**
 * The Content-Security-Policy of a page. Scripts are our files plus inline scripts with a hash (prerendered pages) or a
 * nonce (pages rendered per request). No text is evaluated as code. `connect-src` and `img-src` include the hosted
 * project's address.
 */
export function contentSecurityPolicy(options: SecurityOptions, allowedScripts: string[]): string {
  const project = options.supabaseUrl ? ` ${new URL(options.supabaseUrl).origin}` : "";
  const directives = [
    "default-src 'self'",
    `script-src 'self'${allowedScripts.map((source) => ` '${source}'`).join("")}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${project}`,
    "font-src 'self'",
    `connect-src 'self'${project}`,
    `frame-src 'self' ${DASHBOARDS}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  if (options.siteUrl.startsWith("https:")) directives.push("upgrade-insecure-requests");
  return directives.join("; ");
}

/** The hashes of a finished page's inline scripts, in the format of `script-src`. */
export function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>();
  for (let start = html.indexOf("<script"); start !== -1; start = html.indexOf("<script", start + 1)) {
    const open = html.indexOf(">", start);
    const close = html.indexOf("</script>", open);
    if (open === -1 || close === -1) break;
    const [attributes, body] = [html.slice(start + "<script".length, open), html.slice(open + 1, close)];
    start = close;
    if (/\bsrc=/.test(attributes) || /type="application\/(ld\+)?json"/.test(attributes) || body === "") continue;
    hashes.add(`sha256-${createHash("sha256").update(body).digest("base64")}`);
  }
  return [...hashes];
}
