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
    { name: "which_tooth", question: "Which tooth", answer: "Front" },
    { name: "which-tooth", question: "Which tooth", answer: "Back" },
    { name: "do_you_smoke", question: "Do you smoke", answer: "Yes" },
  ]);
});

test("has the questions of the form in its order, and then what it didn't ask", () => {
  const asked = [
    { name: "email", question: "Email" },
    { name: "what_interests_you_braces_aligners", question: 'What interests you: Braces & "aligners"' },
    { name: "message", question: "Anything else we should know?" },
    { name: "color" },
  ];
  const answers = {
    age: "30",
    color: "Red",
    email: "a@example.com",
    message: "No",
    what_interests_you_braces_aligners: "Yes",
  };
  expect(
    answersOf({ payload: { answers, asked }, body: null }).map(({ question, answer }) => [question, answer]),
  ).toEqual([
    ['What interests you: Braces & "aligners"', "Yes"],
    ["Anything else we should know?", "No"],
    ["Color", "Red"],
    ["Age", "30"],
  ]);
});

test.each([null, undefined, "text", ["a"], 7])("shows nothing for answers of another shape (%s)", (answers) =>
  expect(answersOf({ payload: { answers }, body: null })).toEqual([]),
);
