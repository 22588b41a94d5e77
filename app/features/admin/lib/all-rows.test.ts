import { expect, test } from "vitest";
import { allRows } from "./all-rows.ts";

test("all rows come in order, page by page, also when some go in the meantime", async () => {
  const rows = Array.from({ length: 450 }, (_, at) => at);
  const load = async (limit: number, offset: number) => ({ rows: rows.slice(offset, offset + limit), total: 450 });
  expect(await allRows(load)).toEqual(rows);
  const shrinking = async (limit: number, offset: number) => ({ rows: rows.slice(offset, offset + limit), total: 500 });
  expect(await allRows(shrinking)).toEqual(rows);
});
