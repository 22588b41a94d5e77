import fc from "fast-check";
import { expect, test } from "vitest";
import { createChunks } from "./row-chunks.ts";

const bytesOf = (rows: unknown) => new TextEncoder().encode(JSON.stringify(rows)).byteLength;

test("every row is in one chunk, in order, and no chunk exceeds the limit unless a single row does", () => {
  const maxSize = { rows: 7, bytes: 200 };
  fc.assert(
    fc.property(fc.array(fc.record({ note: fc.string({ maxLength: 120, unit: "binary" }) })), (rows) => {
      const chunks = createChunks<{ note: string }>(maxSize);
      const made = [...rows.map((row) => chunks.add(row)), chunks.end()].filter((chunk) => chunk !== null);
      expect(made.flat()).toEqual(rows);
      for (const chunk of made) {
        expect(chunk.length).toBeLessThanOrEqual(maxSize.rows);
        if (chunk.length > 1) expect(bytesOf(chunk)).toBeLessThanOrEqual(maxSize.bytes + 2);
      }
    }),
  );
});
