import { afterEach, expect, test, vi } from "vitest";
import { revealBlock } from "./reveal-block.ts";

/** A page of 2,000 pixels in a frame of 390 × 800, as a phone shows it, with one field at this place of the page. */
function pageWith(top: number, height: number, scrolled = 0) {
  const root = { style: { paddingBottom: "" }, scrollHeight: 2000 };
  let scrollY = scrolled;
  vi.stubGlobal("document", { documentElement: root });
  vi.stubGlobal("innerWidth", 390);
  vi.stubGlobal("innerHeight", 800);
  vi.stubGlobal("scrollY", scrollY);
  vi.stubGlobal("scrollBy", ({ top: by }: { top: number }) => {
    scrollY += by;
    vi.stubGlobal("scrollY", scrollY);
  });
  const field = {
    dataset: { field: "title" },
    querySelectorAll: () => [],
    getBoundingClientRect: () => ({ top: top - scrollY, bottom: top - scrollY + height, height }),
  } as unknown as HTMLElement;
  return {
    reveal: (isCovered: boolean) => revealBlock([field], "title", true, isCovered),
    close: () => revealBlock([field], null, true, false),
    state: () => ({ scrollY, padding: root.style.paddingBottom }),
  };
}

afterEach(() => vi.unstubAllGlobals());

test("a field in view stays where it is while nothing covers the page, however narrow the page is", () => {
  const page = pageWith(1900, 50, 1200);
  page.reveal(false);
  expect(page.state()).toEqual({ scrollY: 1200, padding: "" });
});

test("the page gets room after it only while the settings cover its lower half", () => {
  const page = pageWith(1900, 50, 1200);
  page.reveal(true);
  expect(page.state()).toEqual({ scrollY: 1765, padding: "565px" });
  page.close();
  expect(page.state().padding).toBe("");
});

test("a field that doesn't fit shows its start, and then stays where someone reads it", () => {
  const page = pageWith(900, 900);
  page.reveal(false);
  expect(page.state().scrollY).toBe(840);
  for (const scrolled of [600, 1100]) {
    const read = pageWith(900, 900, scrolled);
    read.reveal(false);
    expect(read.state().scrollY).toBe(scrolled);
  }
});
