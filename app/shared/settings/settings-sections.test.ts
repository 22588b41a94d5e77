import { expect, test } from "vitest";
import { searchSections, sectionsFor } from "./settings-sections.ts";

const found = (role: "admin" | "sales", query: string) => searchSections(role, query).map(({ id }) => id);

test("a section is found by its name and by what is in it, in any order of words", () => {
  expect(found("admin", "logo")).toEqual(["agency"]);
  expect(found("admin", "Reasons LOST")).toEqual(["pipeline"]);
  expect(found("admin", "two-step")).toEqual(["security", "team-security"]);
  expect(found("admin", "  ")).toEqual(sectionsFor("admin").map(({ id }) => id));
  expect(found("admin", "nothing like this")).toEqual([]);
});

test("nobody finds a section that their role doesn't see", () => {
  expect(found("sales", "two-step")).toEqual(["security"]);
  expect(found("sales", "logo")).toEqual([]);
});
