import { expect, test } from "vitest";
import { type ShortcutGroup, shortcuts, withoutChanges } from "./shortcuts.ts";

const groups = Object.values<ShortcutGroup>(shortcuts);

test.each(groups)("$name names only its own keys as those that change leads", ({ keys, changes = [] }) => {
  expect(Object.keys(keys)).toEqual(expect.arrayContaining([...changes]));
});

test("A free account is left with the keys that read", () => {
  const left = withoutChanges([shortcuts.today, shortcuts.selectedLeads, shortcuts.calls]);
  expect(left.map(({ name, keys }) => [name, Object.keys(keys)])).toEqual([
    ["Today", ["j k", "o"]],
    ["Calls", ["j k", "Enter", "o", "p n"]],
  ]);
});
