import { expect, test } from "vitest";
import { FACTS, parseInputValue } from "./fact-fields.ts";

test("A website that isn't a domain or an http address is refused in its field", () => {
  const website = FACTS.find(({ field }) => field === "website");
  if (!website) throw new Error("There is no website among the facts");
  expect(parseInputValue("javascript:alert(1)", website, "usd")).toEqual({
    problem: "Enter a web address, such as https://example.com",
  });
  expect(parseInputValue(" example.com ", website, "usd")).toEqual({ value: "example.com" });
  expect(parseInputValue("", website, "usd")).toEqual({ value: null });
});
