import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("files that are named after a day have the day of the reader's own clock", () => {
  const named: string[] = [];
  const odd: string[] = [];
  for (const path of globSync("app/**/*.{ts,tsx}")) {
    for (const [, name = ""] of readFileSync(path, "utf8").matchAll(/downloadFile\(\s*`([^`]*)`/g)) {
      if (name.includes("localToday()")) named.push(path);
      if (/Date\.now|dayIn|toISOString|agencyToday/.test(name)) odd.push(`${path}: ${name}`);
    }
  }
  expect(odd).toEqual([]);
  expect(named.length).toBeGreaterThan(6);
});
