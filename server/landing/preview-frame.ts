/**
 * The document that shows a draft in the editor. It is empty; the editor, its parent, sends what to draw. It has its
 * own address because a frame without one inherits the portal's policy, which blocks a page's scripts. Its origin is
 * opaque, as a landing page's is.
 */
export function previewFrameResponse(): Response {
  return new Response(DOCUMENT, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy":
        "sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'",
      "X-Frame-Options": "SAMEORIGIN",
      "X-Robots-Tag": "noindex",
      "Referrer-Policy": "no-referrer",
      "Cache-Control": "public, max-age=3600",
    },
  });
}

const DOCUMENT = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Preview</title></head><body><script>
addEventListener("message", function draw({ source, data }) {
  if (source !== parent || typeof data?.landing !== "string") return;
  removeEventListener("message", draw);
  document.open();
  document.write(data.landing);
  document.close();
});
parent.postMessage({ landingFrame: "ready" }, "*");
</script></body></html>
`;
