import { describe, expect, test } from "vitest";
import { ADVERSARIAL_LENGTH, adversarialStrings } from "../../tests/support/adversarial.ts";
import { outcomeOf, readers } from "../../tests/support/adversarial-readers.ts";
import { checkHead } from "./request-bounds.ts";

describe("64 kB of arbitrary input", () => {
  const texts = adversarialStrings('/.,:&=%()[]{}"1').filter((_text, index) => index % 5 === 0);
  test.each(Object.keys(readers))("%s reads or refuses it", (name) => {
    const read = readers[name] as (text: string) => unknown;
    for (const text of texts) expect(["answered", "refused"]).toContain(outcomeOf(read, text));
  });
});

test("a request head over its limits is refused before anything reads further", () => {
  const fine = { path: "/", query: "", host: "a.example" };
  expect(checkHead(fine)).toBeUndefined();
  const long = "/".repeat(ADVERSARIAL_LENGTH);
  expect(checkHead({ ...fine, path: long })?.status).toBe(414);
  expect(checkHead({ ...fine, query: long })?.status).toBe(414);
  expect(checkHead({ ...fine, host: long })?.status).toBe(400);
});
