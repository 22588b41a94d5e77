import { describe, expect, it, test } from "vitest";
import { BLOCK_KINDS, BLOCK_TYPES } from "./block-kinds.ts";
import type { BlockType } from "./block-types.ts";
import { findBlocks } from "./find-blocks.ts";

describe("A search for blocks finds other words for them", () => {
  it.each<[string, BlockType]>([
    ["faq", "faq"],
    ["accordion", "faq"],
    ["cta", "hero"],
    ["call to action", "hero"],
    ["header", "hero"],
    ["testimonial", "reviews"],
    ["Testimonials", "reviews"],
    ["price", "pricing"],
    ["prices", "pricing"],
    ["image", "picture"],
    ["images", "picture"],
    ["photo", "picture"],
    ["photos", "picture"],
    ["slider", "gallery"],
    ["calendar", "booking"],
    ["appointment", "booking"],
    ["hours", "map"],
    ["map", "map"],
    ["address", "map"],
    ["opening  hours", "map"],
    ["contact form", "form"],
    ["privacy", "footer"],
    ["timer", "countdown"],
    ["youtube", "video"],
    ["embed code", "html"],
  ])("%s", (typed, type) => {
    // What Enter adds, or nearly.
    expect(findBlocks(typed).slice(0, 2)).toContain(type);
  });
});

test("Labels come first, nothing typed finds all, and unknown words nothing", () => {
  for (const type of BLOCK_TYPES) expect(findBlocks(BLOCK_KINDS[type].label)[0]).toBe(type);
  expect(findBlocks("pri")[0]).toBe("pricing");
  expect(findBlocks(" ")).toEqual(BLOCK_TYPES);
  for (const typed of ["zeppelin", "faq zeppelin", "?!"]) expect(findBlocks(typed)).toEqual([]);
});
