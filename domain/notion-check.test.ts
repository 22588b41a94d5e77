import fc from "fast-check";
import { expect, test } from "vitest";
import { checkNotionUrl } from "./notion-check.ts";

test.each([
  ["", "URL is required"],
  ["  \n", "URL is required"],
  ["https://example.com/share", "Must be a valid Notion URL"],
  ["https://acme.notion.site/share", "Must be a valid Notion URL"],
  ["https://www.notion.so/Leads-0123", "URL must be publicly shared. Please share your Notion page to web."],
  ["https://www.notion.so/Leads-0123?source=share", "Valid Notion URL"],
  ["https://www.notion.so/embed/0123", "Valid Notion URL"],
])("%j: %s", (address, text) => {
  expect(checkNotionUrl(address)).toEqual({ valid: text === "Valid Notion URL", text });
});

test("is valid exactly if the address names notion.so and is shared or an embed", () => {
  const piece = fc.constantFrom("notion.so", "share", "embed", "https://", "/", "a", " ", "?", "Notion.so", "SHARE");
  const address = fc.oneof(
    fc.string(),
    fc.array(piece).map((pieces) => pieces.join("")),
  );
  fc.assert(
    fc.property(address, (text) => {
      const isShared = text.includes("share") || text.includes("embed");
      expect(checkNotionUrl(text).valid).toBe(text.includes("notion.so") && isShared);
    }),
  );
});
