import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { EmailText } from "./email-text.tsx";

test("An address wraps after its @ and its periods", () => {
  const markup = (address: string) => renderToStaticMarkup(createElement(EmailText, { address }));
  expect(markup("ana.li@mail.example.com")).toBe("ana.<wbr/>li@<wbr/>mail.<wbr/>example.<wbr/>com");
  expect(markup("ana")).toBe("ana");
});
