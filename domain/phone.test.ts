import { describe, expect, test } from "vitest";
import { NO_PHONES, PHONES } from "../tests/support/phone-examples.ts";
import { phoneProblem } from "./phone.ts";

describe("A phone number typed by the team", () => {
  test.each(PHONES)("%s is valid", (typed) => expect(phoneProblem(typed)).toBeNull());
  test.each(NO_PHONES)("%s is invalid", (typed) => expect(phoneProblem(typed)).toMatch(/valid phone number/));
  test("may be left out", () => expect(phoneProblem("  ")).toBeNull());
});
