import { expect, test } from "vitest";
import { BLOCK_KINDS } from "./block-kinds.ts";
import type { ItemsField } from "./block-types.ts";
import { addPictures, MAX_PICTURES, roomForPictures } from "./item-pictures.ts";

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
