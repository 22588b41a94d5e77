import fc from "fast-check";
import { expect, test } from "vitest";
import {
  COLUMNS,
  type ColumnKey,
  type ColumnLayout,
  clampWidth,
  DEFAULT_LAYOUT,
  gridOf,
  MIN_WIDTH,
  moveColumn,
  readLayout,
  resizeColumn,
  toggleColumn,
  writeLayout,
} from "./columns.ts";

const KEYS = COLUMNS.map(({ key }) => key);
const key = fc.constantFrom(...KEYS);
const width = fc.oneof(
  fc.integer({ min: -50, max: 2_000 }),
  fc.double(),
  fc.constantFrom(Number.NaN, Infinity, -Infinity),
);
const part = fc.oneof(
  key,
  fc.tuple(key, fc.oneof(width.map(String), fc.string())).map(([name, size]) => `${name}:${size}`),
  fc.string(),
  fc.constantFrom("score", "constructor", "__proto__", "name:1:2", ":", ""),
);
const anyText = fc.oneof(
  fc.string(),
  fc.array(part, { maxLength: 100 }).map((parts) => parts.join(",")),
);

const keysOf = (layout: ColumnLayout) => layout.map((shown) => shown.key);

function expectSound(layout: ColumnLayout) {
  const keys = keysOf(layout);
  expect(keys[0]).toBe("name");
  expect(new Set(keys).size).toBe(keys.length);
  for (const shown of layout) {
    expect(KEYS).toContain(shown.key);
    if (shown.width !== null) expect(shown.width).toBe(clampWidth(shown.width));
  }
  expect(readLayout(writeLayout(layout))).toEqual(layout);
}

test("any text is a layout with the name first, known columns once, and widths within the limits", () => {
  fc.assert(fc.property(anyText, (text) => expectSound(readLayout(text))));
});

test("through any sequence of moves, widths and choices, a layout stays sound and survives being stored", () => {
  const step = fc.oneof(
    fc.record({ move: key, to: fc.integer({ min: -3, max: 20 }) }),
    fc.record({ resize: key, width }),
    fc.record({ toggle: key }),
  );
  fc.assert(
    fc.property(anyText, fc.array(step, { maxLength: 20 }), (text, steps) => {
      let layout = readLayout(text);
      for (const one of steps) {
        const before = layout;
        if ("move" in one) {
          layout = moveColumn(layout, one.move, one.to);
          expect([...keysOf(layout)].sort()).toEqual([...keysOf(before)].sort());
        } else if ("resize" in one) layout = resizeColumn(layout, one.resize, one.width, () => 120);
        else {
          layout = toggleColumn(layout, one.toggle);
          expect(keysOf(layout).includes(one.toggle)).toBe(
            one.toggle === "name" || !keysOf(before).includes(one.toggle),
          );
        }
        expectSound(layout);
      }
    }),
  );
});

test("hiding a column and showing it again keeps the usual order", () => {
  fc.assert(
    fc.property(key, (one) => {
      const shown = toggleColumn(toggleColumn(DEFAULT_LAYOUT, one), one);
      expect([...keysOf(shown)].sort()).toEqual([...keysOf(DEFAULT_LAYOUT)].sort());
      expect(writeLayout(shown)).toBe("");
    }),
  );
});

test("a resized column fixes the others at the widths that they have on the screen", () => {
  const seen: Partial<Record<ColumnKey, number>> = { name: 301.4, company: 250 };
  const layout = resizeColumn(readLayout("name,company,stage:90"), "company", 20, (one) => seen[one] ?? 0);
  expect(writeLayout(layout)).toBe(`name:301,company:${MIN_WIDTH},stage:90`);
  expect(gridOf(layout)).toEqual({
    columns: `44px 301px ${MIN_WIDTH}px 90px minmax(0,1fr)`,
    width: `${44 + 301 + MIN_WIDTH + 90}px`,
  });
});

test("the choice of an older version, with keys only, is read", () => {
  expect(writeLayout(readLayout("name,stage,company"))).toBe("name,stage,company");
  expect(readLayout("score,size")).toBe(DEFAULT_LAYOUT);
  expect(keysOf(readLayout("email"))).toEqual(["name", "email"]);
});
