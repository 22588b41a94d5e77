import { expect, test } from "vitest";
import { slugOf } from "./workspace.ts";

test.each([
  ["/workspace/northside-dental", "northside-dental"],
  ["/workspace/northside-dental/leads/1", "northside-dental"],
  ["/workspace/a2", "a2"],
  ["/workspace", null],
  ["/workspace/", null],
  ["/workspace/North", null],
  ["/workspace/-a", null],
  ["/workspace/a--b", null],
  ["/workspace/a%2fb", null],
  ["/crm/workspace/a", null],
  ["/workspaces/a", null],
])("%s is about the account %s", (path, slug) => {
  expect(slugOf(path)).toBe(slug);
});
