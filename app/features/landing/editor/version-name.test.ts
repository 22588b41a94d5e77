import { expect, test } from "vitest";
import { type VersionChanges, versionName } from "./version-name.ts";

const NONE: VersionChanges = { added: [], removed: [], changed: [], is_moved: false, fields: [], is_variant: false };
const nameOf = (changes: Partial<VersionChanges>, more: Partial<Parameters<typeof versionName>[1]> = {}) =>
  versionName({ ...NONE, ...changes }, { number: 4, rolledBackTo: null, ...more });

test("a version is named by what changed with it", () => {
  expect(nameOf({ changed: ["hero"] })).toBe("Hero changed");
  expect(nameOf({ added: ["text", "faq", "form"] })).toBe("3 blocks added");
  expect(nameOf({ changed: ["hero"], removed: ["faq", "faq"] })).toBe("Hero changed, 2 blocks removed");
  expect(nameOf({ is_moved: true })).toBe("Blocks moved");
  expect(nameOf({ fields: ["title", "slug"] })).toBe("Title changed, URL changed");
  expect(nameOf({ fields: ["custom_css", "custom_js"] })).toBe("CSS changed, JavaScript changed");
  expect(nameOf({ added: ["text"], fields: ["theme"] })).toBe("Text added, theme changed");
});

test("more changes than fit on a line are said to be more", () => {
  expect(nameOf({ changed: ["hero"], added: ["text"], is_moved: true })).toBe("Hero changed, text added and more");
});

test("a version of a kind that no longer exists is a block", () => {
  expect(nameOf({ removed: ["carousel"] })).toBe("Block removed");
});

test("the first version, a restored one and one that is the same say so", () => {
  expect(nameOf({ fields: null }, { number: 1 })).toBe("First version");
  expect(nameOf({ changed: ["hero"] }, { rolledBackTo: 3 })).toBe("Version 3 restored");
  expect(nameOf({ changed: ["hero"] }, { rolledBackTo: 3, variant: "B" })).toBe("B rolled out");
  expect(nameOf({})).toBe("Published again");
});

test("a page that begins with a later version was restored from the audit log", () => {
  expect(nameOf({ fields: null }, { number: 3 })).toBe("Restored from the audit log");
});

test("a variant of a test says so, and what it changes", () => {
  expect(nameOf({ is_variant: true, fields: ["title"] })).toBe("Variant of a test: title changed");
  expect(nameOf({ is_variant: true, changed: ["html"] })).toBe("Variant of a test: HTML changed");
  expect(nameOf({ is_variant: true })).toBe("Variant of a test: no changes");
});
