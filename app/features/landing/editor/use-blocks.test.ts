import { expect, test } from "vitest";
import { newBlock } from "../../../../domain/landing/blocks.ts";
import { blockExcerpt } from "./use-blocks.ts";

test("a form without a heading is known by its fields", () => {
  const form = { ...newBlock("form", "1"), heading: "", text: "", items: [{ label: "Your name" }, { label: "Day" }] };
  expect(blockExcerpt({ ...form, heading: "Book a visit" })).toBe("Book a visit");
  expect(blockExcerpt(form)).toBe("Your name, Day");
  expect(blockExcerpt({ ...form, items: [] })).toBe("");
});
