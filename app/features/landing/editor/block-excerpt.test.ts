import { expect, test } from "vitest";
import { BLOCK_TYPES } from "../../../../domain/landing/block-kinds.ts";
import type { Block, BlockItem, BlockType, BlockValue } from "../../../../domain/landing/block-types.ts";
import { newBlock } from "../../../../domain/landing/blocks.ts";
import { linkedPicture } from "../../../../domain/landing/picture.ts";
import { blockExcerpt } from "./block-excerpt.ts";

const bare = (type: BlockType, fields: Record<string, BlockValue | BlockItem[]>): Block => ({
  ...Object.fromEntries(
    Object.entries(newBlock(type, "1")).map(([name, value]) => [name, Array.isArray(value) ? [] : ""]),
  ),
  ...fields,
  id: "1",
  type,
});
const PICTURE = linkedPicture("https://a.example/img/team.jpg?v=1", null);
const STORED = linkedPicture("/storage/v1/object/public/landing/a/0193.jpg", null);

test.each<[string, BlockType, Record<string, BlockValue | BlockItem[]>, string]>([
  ["its heading", "form", { heading: "Book  a visit", items: [{ label: "Day" }] }, "Book a visit"],
  ["the fields of a form", "form", { items: [{ label: "Your name" }, { label: "Day" }] }, "Your name, Day"],
  ["no fields", "form", {}, ""],
  ["what its picture shows", "picture", { picture: { ...PICTURE, alt: "Our team" } }, "Our team"],
  ["the file of its picture", "picture", { picture: PICTURE }, "team.jpg"],
  ["a picture of the library", "picture", { picture: STORED }, "1 picture"],
  ["no picture", "picture", { picture: null }, ""],
  ["pictures", "gallery", { items: [{ picture: PICTURE }, { picture: STORED }, {}] }, "2 pictures"],
  ["its only picture", "gallery", { items: [{ picture: { ...PICTURE, alt: "A room" } }] }, "A room"],
  ["names of logos", "logos", { items: [{ picture: PICTURE, name: "One" }, { name: "Two" }] }, "One, Two"],
  ["people", "team", { items: [{ name: "Ann" }, { name: "Ben" }] }, "Ann, Ben"],
  ["people without names", "team", { items: [{ role: "Owner" }, { role: "Cook" }] }, "2 people"],
  ["quotes", "reviews", { items: [{ words: "Great.", name: "" }] }, "1 review"],
  ["a video", "video", { url: "https://youtu.be/a" }, "https://youtu.be/a"],
  ["a hero's own picture", "hero", { picture: "image", image: PICTURE }, "team.jpg"],
  ["a picture that a hero doesn't show", "hero", { picture: "none", image: PICTURE }, ""],
  ["links of a footer", "footer", { legalItems: [{ label: "Privacy" }] }, "Privacy"],
])("A block is known by %s", (_what, type, fields, text) => expect(blockExcerpt(bare(type, fields))).toBe(text));

test("A block without any words or pictures says nothing", () => {
  for (const type of BLOCK_TYPES) expect(blockExcerpt(bare(type, {}))).toBe("");
});
