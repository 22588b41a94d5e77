import { expect, test } from "vitest";
import { BLOCK_KINDS } from "./block-kinds.ts";
import type { Block, ItemsField } from "./block-types.ts";
import { blocksToHtml, newBlock, renderBlocks } from "./blocks.ts";
import { addPictures, MAX_PICTURES, picturePlace, roomForPictures } from "./item-pictures.ts";

const itemsOf = (type: "gallery" | "team") =>
  BLOCK_KINDS[type].fields.find(({ name }) => name === "items") as ItemsField;
const GALLERY = itemsOf("gallery");
const pictureOf = (alt: string) => ({ src: `/${alt}.jpg`, alt, decorative: false, width: 8, height: 6, x: 50, y: 50 });
const [a, b, c] = [pictureOf("a"), pictureOf("b"), pictureOf("c")];

test("Pictures become items at the end, in their order", () =>
  expect(addPictures(GALLERY, [{ picture: c, caption: "The room" }], [b, a])).toEqual([
    { picture: c, caption: "The room" },
    { picture: b, caption: "" },
    { picture: a, caption: "" },
  ]));

test("They take the places that nobody has filled, and leave those with words", () => {
  const items = [
    { picture: null, caption: "" },
    { picture: null, caption: "The door" },
  ];
  expect(addPictures(GALLERY, items, [a])).toEqual([
    { picture: null, caption: "The door" },
    { picture: a, caption: "" },
  ]);
  expect(addPictures(itemsOf("team"), [{ picture: null, name: "Ann", role: "", text: "" }], [a])).toHaveLength(2);
});

test("A list takes no more than its limit", () => {
  const many = Array.from({ length: MAX_PICTURES - 1 }, () => ({ picture: a, caption: "" }));
  expect(roomForPictures(GALLERY, many)).toBe(1);
  expect(addPictures(GALLERY, many, [b, c]).at(-1)).toEqual({ picture: b, caption: "" });
  expect(addPictures(GALLERY, many, [b, c])).toHaveLength(MAX_PICTURES);
  expect(roomForPictures(GALLERY, [...many, ...many])).toBe(0);
});

test("A path leads to a place for a picture, and to nothing else", () => {
  const team = {
    ...newBlock("team", "team"),
    items: [
      { name: "Ann", picture: null },
      { name: "Bo", picture: null },
    ],
  };
  expect(picturePlace(team, "items.1.picture")?.put(team, [a]).items).toEqual([
    { name: "Ann", picture: null },
    { name: "Bo", picture: a },
  ]);
  const gallery = newBlock("gallery", "gallery");
  expect(picturePlace(gallery, "items")?.room).toBe(MAX_PICTURES);
  expect(picturePlace(gallery, "items")?.put(gallery, [a, b]).items).toHaveLength(2);
  expect(picturePlace(newBlock("hero", "hero"), "image")?.put(newBlock("hero", "hero"), [a])).toMatchObject({
    image: a,
  });
  for (const path of ["heading", "id", "__proto__", "items.0.name", "items.9.picture", "items.x.picture", "picture"])
    expect([path, picturePlace(team, path)]).toEqual([path, null]);
  expect(picturePlace(newBlock("hero", "hero"), "picture")).toBeNull();
  expect(picturePlace(newBlock("faq", "faq"), "items")).toBeNull();
});

test("Visitors see no empty places, and editors click them", () => {
  const hero = { ...newBlock("hero", "hero"), picture: "image" };
  const blocks = [hero, newBlock("picture", "p"), newBlock("gallery", "g"), newBlock("team", "t")];
  expect(blocksToHtml(blocks)).not.toMatch(/lp-missing|data-field/);
  const marked = renderBlocks(blocks, { mark: true });
  for (const [place, field] of ["image", "picture", "items", "items.0.picture"].entries()) {
    expect(marked[place]).toContain(`data-field="${field}"`);
    expect(picturePlace(blocks[place] as Block, field)).not.toBeNull();
  }
});
