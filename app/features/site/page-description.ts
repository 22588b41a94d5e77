import { brand } from "~/content/brand.ts";

type Page = { path: string; title: string; description: string };

/** The host replaces this by the public address when it loads a prerendered page; at build time nobody knows it. */
const SITE_URL = "__SITE_URL__";

/** Title, description, canonical address and Open Graph basics of a public page. */
export function pageDescription({ path, title, description }: Page) {
  const url = `${SITE_URL}${path}`;
  return [
    { title },
    { name: "description", content: description },
    { tagName: "link" as const, rel: "canonical", href: url },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: brand.name },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    { property: "og:locale", content: "en_US" },
  ];
}
