import { expect, test } from "vitest";
import { formatCount, formatShare } from "./figures.ts";

test.each([
  [0, "0"],
  [1204, "1,204"],
  [null, "–"],
  [undefined, "–"],
])("The count %s is shown as %s", (value, text) => expect(formatCount(value)).toBe(text));

test.each([
  [0.042, "4.2%"],
  [1, "100%"],
  [null, "–"],
])("The share %s is shown as %s", (value, text) => expect(formatShare(value)).toBe(text));
