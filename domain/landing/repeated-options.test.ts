import { expect, test } from "vitest";
import { repeatedOptions } from "./repeated-options.ts";

test.each([
  ["Ads\nMaps\nSEO", []],
  ["Ads\nMaps\nads \n\nSEO\nADS", ["Ads"]],
  ["A\nB\nA\nB", ["A", "B"]],
  ["", []],
])("Of the options %j, %j are repeated", (options, repeated) => expect(repeatedOptions(options)).toEqual(repeated));
