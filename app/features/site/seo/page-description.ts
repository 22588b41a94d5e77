import { brand } from "~/content/brand.ts";
import { SITE_URL } from "./site-url.ts";
import { breadcrumbs, type JsonLd } from "./structured-data.ts";

type Page = {
  path: string;
  title: string;
  description: string;
  /** What a shared link shows, if it differs from the description for search engines. */
  shareText?: string;
  /** The page's subject for search engines, besides its place in the site. */
  about?: readonly JsonLd[];
};

/** The preview image of a shared link, drawn at build time from the page's headline. */
function sharePicture(path: string): string {
  return `/share${path === "/" ? "/home" : path}.png`;
}

/** Title, description, canonical address, Open Graph, Twitter card and JSON-LD of a public page. */
export function pageDescription({ path, title, description, shareText = description, about = [] }: Page) {
  const url = `${SITE_URL}${path}`;
  const picture = `${SITE_URL}${sharePicture(path)}`;
  const things = path === "/" ? about : [...about, breadcrumbs(path, title)];
  return [
    { title },
    { name: "description", content: description },
    { tagName: "link" as const, rel: "canonical", href: url },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: brand.name },
    { property: "og:title", content: title },
    { property: "og:description", content: shareText },
    { property: "og:url", content: url },
    { property: "og:locale", content: "en_US" },
    { property: "og:image", content: picture },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: title },
    { name: "twitter:card", content: "summary_large_image" },
    { name: "twitter:title", content: title },
    { name: "twitter:description", content: shareText },
    { name: "twitter:image", content: picture },
    ...things.map((thing) => ({ "script:ld+json": { "@context": "https://schema.org", ...thing } })),
  ];
}
