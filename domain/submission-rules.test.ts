import { expect, test } from "vitest";
import { websiteAddress } from "./submission-rules.ts";

test.each([
  ["https://reyes.example/about", "https://reyes.example/about"],
  ["reyes.example", "https://reyes.example"],
  ["www.reyes.example/a?b=c", "https://www.reyes.example/a?b=c"],
  ["HTTP://reyes.example", "HTTP://reyes.example"],
  ["reyes", ""],
  ["my shop", ""],
  ["javascript:alert(1)", ""],
  ["ftp://reyes.example", ""],
])("a website typed as %s is read as %s", (typed, address) => {
  expect(websiteAddress(typed)).toBe(address);
});
