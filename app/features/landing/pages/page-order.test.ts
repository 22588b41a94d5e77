import { expect, test } from "vitest";
import type { PageListItem } from "../lib/api.ts";
import { filterPages, PAGE_SORTS, type PageSort, STATUS_FILTERS, sortPages } from "./page-order.ts";

const page = (title: string, more: Partial<PageListItem> = {}) =>
  ({
    title,
    slug: title.toLowerCase(),
    domain: null,
    account_name: "Agency",
    status: "published",
    version: 1,
    has_changes: false,
    is_testing: false,
    views: 0,
    visitors: 0,
    submissions: 0,
    conversion: null,
    updated_at: "2026-11-01T00:00:00Z",
    ...more,
  }) as PageListItem;

const PAGES = [
  page("Bath", { views: 5, visitors: 4, submissions: 1, conversion: 0.25, is_testing: true }),
  page("Attic", { views: 9, visitors: 9, has_changes: true, conversion: 0, updated_at: "2026-11-03T00:00:00Z" }),
  page("Den", { status: "draft", version: 0 }),
  page("Cellar", { status: "draft", version: 2, views: 1, updated_at: "2026-11-02T00:00:00Z" }),
];
const titles = (pages: readonly PageListItem[]) => pages.map(({ title }) => title);

test.each([
  ["", ["Bath", "Attic", "Den", "Cellar"]],
  ["published", ["Bath", "Attic"]],
  ["changes", ["Attic"]],
  ["draft", ["Den"]],
  ["unpublished", ["Cellar"]],
  ["testing", ["Bath"]],
  ["unknown", ["Bath", "Attic", "Den", "Cellar"]],
])("the status %j shows %j", (status, shown) => expect(titles(filterPages(PAGES, "", status))).toEqual(shown));

test("words and a status narrow the list together", () => {
  expect(titles(filterPages(PAGES, "agency /landing/b", "published"))).toEqual(["Bath"]);
  expect(filterPages(PAGES, "bath", "draft")).toEqual([]);
});

test.each<[PageSort, boolean, string[]]>([
  ["title", false, ["Attic", "Bath", "Cellar", "Den"]],
  ["views", true, ["Attic", "Bath", "Cellar", "Den"]],
  ["views", false, ["Cellar", "Bath", "Attic", "Den"]],
  ["conversion", true, ["Bath", "Attic", "Den", "Cellar"]],
  ["changed", false, ["Bath", "Den", "Cellar", "Attic"]],
  // As the database lists them.
  ["changed", true, ["Bath", "Attic", "Den", "Cellar"]],
])("the order %s, descending %s", (sort, descending, shown) =>
  expect(titles(sortPages(PAGES, { sort, descending }))).toEqual(shown),
);

test("every order and status keeps or drops pages, and changes none", () => {
  for (const sort of PAGE_SORTS)
    for (const { value } of STATUS_FILTERS) {
      const shown = sortPages(filterPages(PAGES, "", value), { sort, descending: false });
      expect(shown.every((one) => PAGES.includes(one))).toBe(true);
    }
});
