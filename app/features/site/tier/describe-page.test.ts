import { expect, test } from "vitest";
import { base } from "../../../content/tier-pages/base.ts";
import { describePage } from "./describe-page.ts";

test("a shared link shows the prices of the pricing table", () => {
  const tags = describePage(base) as { name?: string; property?: string; content?: string }[];
  const shared = tags.filter(({ name, property }) => /^(og|twitter):description$/.test(name ?? property ?? ""));
  expect(shared).toHaveLength(2);
  for (const { content } of shared) expect(content).toContain("$500 setup + $550/month");
});
