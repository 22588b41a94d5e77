import { expect, test } from "vitest";
import { erasedText } from "./erasures.ts";

test("Counts leads and accounts, and leaves out zero counts", () => {
  expect(erasedText(1, 0)).toBe("1 lead");
  expect(erasedText(0, 1)).toBe("1 sign-in");
  expect(erasedText(2, 1)).toBe("2 leads and 1 sign-in");
  expect(erasedText(1, 2)).toBe("1 lead and 2 sign-ins");
});
