import { expect, test } from "vitest";
import { invoiceHeading, invoiceTitle } from "./invoices.ts";

test("paper and preview have one heading for each state", () => {
  expect(invoiceHeading({ status: "draft" })).toBe("Draft invoice");
  expect(invoiceHeading({ status: "pending", refund: null })).toBe("Invoice");
  expect(invoiceHeading({ status: "overdue" })).toBe("Overdue invoice");
  expect(invoiceHeading({ status: "void" })).toBe("Void invoice");
  expect(invoiceHeading({ status: "paid" })).toBe("Paid invoice");
  expect(invoiceHeading({ status: "paid", refund: "partly refunded" })).toBe("Partly refunded invoice");
  expect(invoiceHeading({ status: "paid", refund: "refunded" })).toBe("Refunded invoice");
});

test("the description is the title, unless it is empty or the only line says the same", () => {
  const lines = [{ description: "Ads " }];
  expect(invoiceTitle(" Ads", lines)).toBeNull();
  expect(invoiceTitle(" ", lines)).toBeNull();
  expect(invoiceTitle(null, [])).toBeNull();
  expect(invoiceTitle("March", lines)).toBe("March");
  expect(invoiceTitle("Ads", [...lines, { description: "Video" }])).toBe("Ads");
});
