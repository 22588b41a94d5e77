import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decideAccess, decidePendingAccess } from "./access.ts";
import { activeRole, approvalState, isPendingApproval, postLoginPath, type RoleRow, roleHome } from "./roles.ts";

const role = fc.constantFrom("admin" as const, "sales" as const, "client" as const);
const status = fc.constantFrom("pending" as const, "active" as const, "inactive" as const);
const rows = fc.array(fc.record({ role, status }), { maxLength: 6 });
const active = (...roles: RoleRow["role"][]): RoleRow[] => roles.map((name) => ({ role: name, status: "active" }));

describe("a person's role", () => {
  test("is the first active one of admin, sales, client", () => {
    expect(activeRole(active("client", "sales", "admin"))).toBe("admin");
    expect(activeRole(active("client", "sales"))).toBe("sales");
    expect(activeRole([{ role: "admin", status: "pending" }, ...active("client")])).toBe("client");
    expect(activeRole([])).toBeNull();
  });

  test("is never an inactive one", () => {
    fc.assert(
      fc.property(rows, (list) => {
        const found = activeRole(list);
        return found === null || list.some((row) => row.role === found && row.status === "active");
      }),
    );
  });

  test.each([
    ["admin", "/admin"],
    ["sales", "/crm"],
    ["client", "/client-dashboard"],
    [null, "/dashboard"],
  ] as const)("%s starts at %s", (name, home) => expect(roleHome(name)).toBe(home));
});

describe("approval", () => {
  test("is pending with a pending role and no active one", () => {
    expect(isPendingApproval([{ role: "sales", status: "pending" }])).toBe(true);
    expect(isPendingApproval([{ role: "sales", status: "pending" }, ...active("client")])).toBe(false);
    expect(isPendingApproval([{ role: "sales", status: "inactive" }])).toBe(false);
  });

  test("the screen checks pending, approved, rejected in this order", () => {
    expect(approvalState([{ role: "sales", status: "pending" }, ...active("client")])).toBe("pending");
    expect(approvalState([{ role: "sales", status: "inactive" }, ...active("client")])).toBe("approved");
    expect(approvalState([{ role: "sales", status: "inactive" }])).toBe("rejected");
    expect(approvalState([])).toBe("none");
  });
});

describe("the guard", () => {
  const required = fc.option(role, { nil: undefined });

  test("never redirects in circles: it allows the page that it redirects to", () => {
    const need: Record<string, RoleRow["role"] | undefined> = {
      "/admin": "admin",
      "/crm": "sales",
      "/client-dashboard": "client",
      "/dashboard": undefined,
    };
    fc.assert(
      fc.property(rows, required, (list, asked) => {
        const verdict = decideAccess(list, { role: asked });
        if (verdict.allowed) return true;
        if (verdict.redirectTo === "/pending-approval") return decidePendingAccess(list).allowed;
        return decideAccess(list, { role: need[verdict.redirectTo] }).allowed;
      }),
    );
  });

  test("allows a role's pages to exactly the people with that role", () => {
    fc.assert(
      fc.property(
        rows,
        role,
        (list, asked) => decideAccess(list, { role: asked }).allowed === (activeRole(list) === asked),
      ),
    );
  });

  test("allows the first page after sign-in", () => {
    fc.assert(
      fc.property(rows, (list) => {
        const path = postLoginPath(list);
        return path === "/pending-approval" ? decidePendingAccess(list).allowed : path === roleHome(activeRole(list));
      }),
    );
  });

  test("sends other roles to their home page, or where the page says", () => {
    expect(decideAccess(active("client"), { role: "admin", fallbackPath: "/dashboard" })).toEqual({
      allowed: false,
      redirectTo: "/dashboard",
    });
    expect(decideAccess(active("admin"), { role: "sales" })).toEqual({ allowed: false, redirectTo: "/admin" });
    expect(decideAccess([], { role: "client" })).toEqual({ allowed: false, redirectTo: "/dashboard" });
    expect(decideAccess([])).toEqual({ allowed: true, role: null });
  });
});
