const TYPES: Record<string, string> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json",
  data: "text/x-script; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  ico: "image/x-icon",
  jpg: "image/jpeg",
  webp: "image/webp",
  woff2: "font/woff2",
  txt: "text/plain; charset=utf-8",
  xml: "application/xml; charset=utf-8",
  webmanifest: "application/manifest+json",
  pdf: "application/pdf",
};

/** The media type of a file, by its extension. */
export function contentType(path: string): string {
  return TYPES[path.slice(path.lastIndexOf(".") + 1)] ?? "application/octet-stream";
}

/** Whether compression helps. Images and fonts are already compressed. */
export function isCompressible(type: string): boolean {
  return /^(text|application\/(json|xml|manifest)|image\/svg)/.test(type);
}
