import type { PageListItem } from "../lib/api.ts";

export const PAGE_SORTS = ["title", "views", "visitors", "submissions", "conversion", "changed"] as const;
export type PageSort = (typeof PAGE_SORTS)[number];
export type PageOrder = { sort: PageSort; descending: boolean };

type Filter = { value: string; label: string; fits: (page: PageListItem) => boolean };

/** The list's `status` parameter. The words are those of the chips (page-status.tsx). */
export const STATUS_FILTERS: readonly Filter[] = [
  { value: "", label: "All statuses", fits: () => true },
  { value: "published", label: "Published", fits: ({ status }) => status === "published" },
  {
    value: "changes",
    label: "Unpublished changes",
    fits: ({ status, has_changes }) => status === "published" && has_changes,
  },
  { value: "draft", label: "Draft", fits: ({ status, version }) => status !== "published" && version === 0 },
  { value: "unpublished", label: "Unpublished", fits: ({ status, version }) => status !== "published" && version > 0 },
  { value: "testing", label: "Test running", fits: ({ is_testing }) => is_testing },
];

/** Pages of this status whose title, slug, domain or account contain every word. The browser can filter, because an agency has few pages. */
export function filterPages(pages: readonly PageListItem[], query: string, status: string): PageListItem[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const filter = STATUS_FILTERS.find(({ value }) => value === status);
  return pages.filter((page) => {
    const text = `${page.title} /landing/${page.slug} ${page.domain ?? ""} ${page.account_name}`.toLowerCase();
    return (filter?.fits(page) ?? true) && words.every((word) => text.includes(word));
  });
}

const figureOf = (page: PageListItem, sort: PageSort): number | null =>
  // A page that was never published has no figures.
  sort === "changed" ? Date.parse(page.updated_at) : page.version > 0 && sort !== "title" ? page[sort] : null;

/** The pages in this order; those without the figure are last. The list arrives by its last change, and pages that wait for an answer come first. */
export function sortPages(pages: readonly PageListItem[], { sort, descending }: PageOrder): PageListItem[] {
  if (sort === "changed" && descending) return [...pages];
  const sign = descending ? -1 : 1;
  if (sort === "title") return pages.toSorted((one, other) => sign * one.title.localeCompare(other.title));
  return pages.toSorted((one, other) => {
    const [figure, otherFigure] = [figureOf(one, sort), figureOf(other, sort)];
    if (figure === null || otherFigure === null) return Number(figure === null) - Number(otherFigure === null);
    return sign * (figure - otherFigure);
  });
}
