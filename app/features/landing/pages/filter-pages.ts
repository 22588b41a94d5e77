import type { PageListItem } from "../lib/list-pages.ts";

/** The pages whose title, address or domain has every word. An agency has tens of pages: they are all here already. */
export function filterPages(pages: readonly PageListItem[], query: string): PageListItem[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return pages.filter((page) => {
    const text = `${page.title} /landing/${page.slug} ${page.domain ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
