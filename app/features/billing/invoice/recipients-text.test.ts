import { expect, test } from "vitest";
import { recipientsText } from "./recipients-text.ts";

const [mia, ben, you] = ["Mia Olsen", "Ben Adler", "You Yourself"].map((name) => ({ id: name, name })) as [
  { id: string; name: string },
  { id: string; name: string },
  { id: string; name: string },
];

test("only the people whom invoices name change what they print, and others read whom to ask", () => {
  const printed = "Printed on your invoices, including earlier ones that you download again.";
  expect(recipientsText([you], you.id)).toEqual({ isYou: true, text: printed });
  expect(recipientsText([], you.id)).toEqual({ isYou: true, text: printed });
  expect(recipientsText([mia, you], you.id)).toEqual({
    isYou: true,
    text: "Printed on the invoices that are addressed to you, including earlier ones that you download again. Those to Mia Olsen have their own details.",
  });
  expect(recipientsText([mia], you.id)).toEqual({
    isYou: false,
    text: "Your invoices are addressed to Mia Olsen. Only Mia Olsen can change the company, address, and tax ID on them, in their own portal.",
  });
  expect(recipientsText([mia, ben], you.id)).toMatchObject({
    isYou: false,
    text: "Your invoices are addressed to Mia Olsen and Ben Adler. Each of them can change the company, address, and tax ID on their invoices, in their own portal.",
  });
});
