import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { demoPageRows } from "../supabase/demo-pages.ts";

test("the seed has the demo's pages as their blocks make them today (npm run demo-pages writes them)", () => {
  expect(readFileSync("supabase/seed.sql", "utf8").includes(demoPageRows())).toBe(true);
});
