import { expect, test } from "vitest";
import { whyNoInvoices } from "./client-status.ts";

test("only an active client gets invoices; of others it says why", () => {
  expect(whyNoInvoices("Ann Lee", "active")).toBeNull();
  expect(whyNoInvoices("Ann Lee", "inactive")).toBe("Ann Lee is deactivated");
  expect(whyNoInvoices("Ann Lee", "pending")).toBe("Ann Lee isn't an active client");
  expect(whyNoInvoices("Erased person", null)).toBe("Erased person isn't an active client");
});
