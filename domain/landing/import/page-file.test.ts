import { expect, test } from "vitest";
import { decodePage, isPageFile } from "./page-file.ts";

test.each([
  ["offer.html", "text/html", true],
  ["OFFER.HTM", "", true],
  ["offer", "text/html", true],
  ["offer.pdf", "application/pdf", false],
  ["offer.html.pdf", "application/pdf", false],
  ["offer.mht", "multipart/related", false],
  ["offer.txt", "text/plain", false],
])("A file %s of the type '%s' is a saved page: %s", (name, type, isPage) => {
  expect(isPageFile({ name, type })).toBe(isPage);
});

test("A saved page is read with the letters that it names", () => {
  const latin = Uint8Array.from('<meta charset="windows-1252"><p>Café</p>', (letter) => letter.charCodeAt(0));
  expect(decodePage(latin)).toContain("<p>Café</p>");
  expect(decodePage(new TextEncoder().encode("<p>Café</p>"))).toBe("<p>Café</p>");
});
