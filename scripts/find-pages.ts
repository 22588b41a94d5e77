import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type FoundPage = { path: string; title: string; description: string; headline: string; picture: string };

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };
const text = (html: string): string =>
  html
    .replace(/<br\s*\/?>/g, " ")
    .replace(/<[^>]*>/g, "")
    .replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/\s+/g, " ")
    .trim();
const first = (html: string, pattern: RegExp): string => text(pattern.exec(html)?.[1] ?? "");

/** A build's public pages that search engines may show, with their titles and descriptions, ordered by path. */
export function findPages(directory: string): FoundPage[] {
  const pages: FoundPage[] = [];
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (entry.name !== "index.html") continue;
    const html = readFileSync(join(entry.parentPath, entry.name), "utf8");
    const path = first(html, /<link rel="canonical" href="__SITE_URL__([^"]*)"/);
    const own = entry.parentPath.slice(directory.length).replaceAll("\\", "/") || "/";
    // /home has / as its canonical address.
    if (path !== own || /name="robots" content="noindex/.test(html)) continue;
    pages.push({
      path,
      title: first(html, /<title>([^<]*)<\/title>/),
      description: first(html, /<meta name="description" content="([^"]*)"/),
      headline: first(html, /<h1[^>]*>([\s\S]*?)<\/h1>/),
      picture: first(html, /<meta property="og:image" content="__SITE_URL__([^"]*)"/),
    });
  }
  return pages.sort((a, b) => (a.path < b.path ? -1 : 1));
}
