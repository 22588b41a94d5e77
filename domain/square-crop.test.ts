import { expect, test } from "vitest";
import { CENTER, cropSquare, dragCrop } from "./square-crop.ts";

const wide = { width: 400, height: 200 };

test("the square is as large as the picture allows, in its middle, and never outside", () => {
  expect(cropSquare(wide, CENTER)).toEqual({ side: 200, left: 100, top: 0 });
  expect(cropSquare(wide, { zoom: 2, x: 1, y: 0 })).toEqual({ side: 100, left: 300, top: 0 });
  expect(cropSquare(wide, { zoom: 99, x: -3, y: 7 })).toEqual({ side: 50, left: 0, top: 150 });
});

test("the picture follows the pointer, and stops at its edges", () => {
  const dragged = dragCrop(wide, CENTER, { right: 0.25, down: 0.5 });
  expect(dragged).toEqual({ zoom: 1, x: 0.25, y: 0.5 });
  expect(cropSquare(wide, dragged).left).toBe(50);
  expect(dragCrop(wide, CENTER, { right: -9, down: 0 }).x).toBe(1);
});
