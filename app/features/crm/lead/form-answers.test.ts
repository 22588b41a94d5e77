import { expect, test } from "vitest";
import { answersOf } from "./form-answers.tsx";

test("shows each answer, also one word that the message has too, but neither facts of the lead nor the message itself", () => {
  const answers = {
    email: "a@example.com",
    first_name: "Ada",
    message: " Yes, please call me. ",
    which_tooth: "Front",
    "which-tooth": "Back",
    do_you_smoke: "Yes",
    when: "  ",
    count: 3,
  };
  expect(answersOf({ payload: { answers }, body: "Yes, please call me." })).toEqual([
    ["which_tooth", "Front"],
    ["which-tooth", "Back"],
    ["do_you_smoke", "Yes"],
  ]);
});

test.each([null, undefined, "text", ["a"], 7])("shows nothing for answers of another shape (%s)", (answers) =>
  expect(answersOf({ payload: { answers }, body: null })).toEqual([]),
);
