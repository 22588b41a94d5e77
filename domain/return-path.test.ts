import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { safeReturnPath, signInPath } from "./return-path.ts";

const origin = "https://portal.example";

describe("the return address", () => {
  test.each([
    ["/client-dashboard", "client", "/client-dashboard"],
    ["/invoices?open=1#a", "client", "/invoices?open=1#a"],
    ["/payment-success?session_id=cs_1&invoice_id=2", "client", "/payment-success?session_id=cs_1&invoice_id=2"],
    ["/subscription-success?session_id=cs_1", null, "/subscription-success?session_id=cs_1"],
    ["/crm/leads/1", "sales", "/crm/leads/1"],
    ["/admin", "admin", "/admin"],
    ["/admin/billing/new?client=1", "admin", "/admin/billing/new?client=1"],
    ["/user-management?tab=audit", "admin", "/user-management?tab=audit"],
    ["/workspace", "client", "/workspace"],
    ["/workspace/northside-dental/board", "sales", "/workspace/northside-dental/board"],
    ["/crm", "admin", "/crm"],
    ["/crm/leads/1?tab=notes#last", "admin", "/crm/leads/1?tab=notes#last"],
    ["/crm/board", "sales", "/crm/board"],
    ["/crm/leads?stage=new", "admin", "/crm/leads?stage=new"],
    ["/crm/analytics", "sales", "/crm/analytics"],
    ["/help", "sales", "/help"],
    ["/admin?tab=users", "admin", "/admin?tab=users"],
    ["/help", "admin", "/help"],
    ["/payment-canceled?invoice_id=2", "sales", "/payment-canceled?invoice_id=2"],
    ["/settings", null, "/settings"],
    ["/workspace/northside-dental/leads/1", "client", "/workspace/northside-dental/leads/1"],
    ["/workspace/northside-dental/board", "sales", "/workspace/northside-dental/board"],
    ["/workspace?invitation=a1", null, "/workspace?invitation=a1"],
    ["/admin/../dashboard", null, "/dashboard"],
  ] as const)("keeps %s for %s", (path, role, expected) => {
    expect(safeReturnPath(path, origin, role)).toBe(expected);
  });

  test.each([
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "https://evil.example/dashboard",
    "javascript:alert(1)",
    "/dash\tboard",
    "/\n/evil.example",
    "/%2f%2fevil.example",
    "dashboard",
    "/dashboards",
    "/auth",
    "",
    null,
    undefined,
    `/dashboard?${"a".repeat(600)}`,
  ])("refuses %j", (path) => expect(safeReturnPath(path, origin, "admin")).toBeNull());

  test("refuses pages that the role may not open", () => {
    expect(safeReturnPath("/admin", origin, "client")).toBeNull();
    expect(safeReturnPath("/client-dashboard", origin, "sales")).toBeNull();
    expect(safeReturnPath("/client-dashboard", origin, "admin")).toBeNull();
    expect(safeReturnPath("/crm/leads/1", origin, "client")).toBeNull();
    expect(safeReturnPath("/crm", origin, null)).toBeNull();
    expect(safeReturnPath("/dashboard/../admin", origin, "client")).toBeNull();
  });

  test("never leaves the origin, for any input", () => {
    const parts = fc.array(
      fc.constantFrom("/", "\\", "dashboard", "..", "@", ":", "evil.example", "?", "#", "\t", "%2f"),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          parts.map((list) => `/${list.join("")}`),
        ),
        (path) => {
          const safe = safeReturnPath(path, origin, "admin");
          return safe === null || (new URL(safe, origin).origin === origin && !safe.startsWith("//"));
        },
      ),
    );
  });

  test("is part of the sign-in address, except for the default page", () => {
    expect(signInPath("/dashboard")).toBe("/auth");
    expect(signInPath("/invoices?a=b")).toBe("/auth?next=%2Finvoices%3Fa%3Db");
  });
});
