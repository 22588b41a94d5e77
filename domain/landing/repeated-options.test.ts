import { expect, test } from "vitest";
import { blocksToHtml } from "./blocks.ts";
import { optionsOf, repeatedOptions } from "./repeated-options.ts";
import { templateBlock } from "./template.ts";

test.each([
  ["Ads\nMaps\nSEO", []],
  ["Ads\nMaps\nads \n\nSEO\nADS", ["Ads"]],
  ["A\nB\nA\nB", ["A", "B"]],
  ["", []],
])("Of the options %j, %j are repeated", (options, repeated) => expect(repeatedOptions(options)).toEqual(repeated));

test.each([
  ["Ads\nMaps", ["Ads", "Maps"]],
  ["Ads\nMaps\nads \nMaps", ["Ads", "Maps"]],
  ["", []],
])("Visitors choose from %j among %j", (options, shown) => expect(optionsOf(options)).toEqual(shown));

test.each(["choice", "choices"])("A question of the kind %s has each option once", (kind) => {
  const html = blocksToHtml([templateBlock("form", { items: [{ label: "Room", kind, options: "Bath\nHall\nbath" }] })]);
  expect(html.match(/>\s*Bath</gi)).toHaveLength(1);
  expect(html).toContain("Hall<");
});
