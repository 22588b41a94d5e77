import fc from "fast-check";
import { expect, test } from "vitest";
import { parserOf } from "./postgres-pool.ts";
import { type Field, rowWriter } from "./row-text.ts";

const text = fc.string({ unit: "binary" });
const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: length });

/** PostgreSQL's text of values, by type. */
const TYPES: Record<number, fc.Arbitrary<string>> = {
  16: fc.constantFrom("t", "f"),
  20: fc.bigInt({ min: -(2n ** 53n) + 1n, max: 2n ** 53n - 1n }).map(String),
  21: fc.integer({ min: -32_768, max: 32_767 }).map(String),
  23: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }).map(String),
  25: text,
  701: fc.oneof(fc.double().map(String), fc.constantFrom("NaN", "Infinity", "-Infinity")),
  1009: fc
    .array(fc.string({ unit: fc.constantFrom(..."abc ü") }))
    .map((list) => `{${list.map((item) => `"${item}"`).join(",")}}`),
  1043: text,
  1082: fc.constantFrom("2026-11-24", "infinity", "0044-03-15 BC"),
  1184: fc.oneof(
    fc
      .date({ noInvalidDate: true, min: new Date("1000-01-01"), max: new Date("9999-12-31") })
      .map((date) => date.toISOString().replace("T", " ").replace("Z", "+00")),
    fc.constantFrom(
      "infinity",
      "-infinity",
      "0044-03-15 00:00:00+00 BC",
      "12026-01-01 00:00:00+00",
      "2026-01-01 00:00:00+05:30",
      "1890-01-01 00:00:00-07:52:58",
    ),
  ),
  1700: fc.tuple(digits(30), digits(20)).map(([whole, part]) => `${whole}.${part}`),
  2950: fc.uuid(),
  3802: fc.json(),
  // An enum, or any other type without a parser.
  99999: text,
};

const column = fc.constantFrom(...Object.keys(TYPES).map(Number)).chain((type) =>
  fc.record({
    name: fc.oneof(fc.constantFrom("id", "name", "7", "__proto__"), fc.string({ minLength: 1 })),
    type: fc.constant(type),
    value: fc.option(TYPES[type] as fc.Arbitrary<string>),
  }),
);

test("A row's JSON is what JSON.stringify makes of the parsed row, for any columns and values", () => {
  fc.assert(
    fc.property(fc.array(column, { minLength: 1, maxLength: 12 }), (columns) => {
      const fields: Field[] = columns.map(({ name, type }) => ({ name, dataTypeID: type }));
      // As the driver makes rows.
      const row: Record<string, unknown> = {};
      for (const { name, type, value } of columns)
        Object.defineProperty(row, name, {
          value: value === null ? null : parserOf(type)(value),
          enumerable: true,
          configurable: true,
          writable: true,
        });
      const write = rowWriter("any statement", fields, parserOf);
      expect(write(columns.map(({ value }) => value))).toBe(JSON.stringify(row));
    }),
    { numRuns: 3_000 },
  );
});

test("A whole number that JavaScript cannot hold is an error, so that the library answers", () => {
  const write = rowWriter("one number", [{ name: "id", dataTypeID: 20 }], parserOf);
  expect(() => write(["9007199254740993"])).toThrow(TypeError);
});
