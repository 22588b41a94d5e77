import { expect, test } from "vitest";
import { beforeAnswer, questionOf, readableAnswers, withoutDoubleMarks } from "./form-answers.ts";

test("the name of a field becomes its question", () => {
  expect(questionOf("reason_for_your_visit")).toBe("Reason for your visit");
  expect(questionOf("which-tooth")).toBe("Which tooth");
});

test("no colon follows a question mark", () =>
  expect(["Budget", "What do you sell?", "You are:"].map(beforeAnswer)).toEqual([
    "Budget:",
    "What do you sell?",
    "You are:",
  ]));

test("stored answers have no colon after a question mark either", () =>
  expect(withoutDoubleMarks("What do you sell?: Shoes\nBudget: $5")).toBe("What do you sell? Shoes\nBudget: $5"));

test("answers are readable: empty ones are left out, and the lines of an answer stay", () =>
  expect(readableAnswers("dental_insurance: \nnotes: Call me\nTags:\nat 10: sharp\nreason_for_your_visit: Pain")).toBe(
    "Notes: Call me\nTags:\nat 10: sharp\nReason for your visit: Pain",
  ));
