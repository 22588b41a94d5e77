import { expect, test } from "vitest";
import type { Role, RoleRow, RoleStatus } from "../../../../domain/roles.ts";
import { accountTypeOf } from "./pending-approval-screen.tsx";

const row = (role: Role, status: RoleStatus): RoleRow => ({ role, status });

test.each([
  [[row("sales", "pending")], "Sales Team"],
  [[row("sales", "inactive")], "Sales Team"],
  [[row("client", "inactive")], "Client"],
  [[row("client", "pending")], "Client"],
  [[row("admin", "inactive")], "Admin"],
  [[row("client", "inactive"), row("sales", "pending")], "Sales Team"],
  [[row("sales", "inactive"), row("client", "inactive")], "Client, Sales Team"],
])("%j is the account type %s", (rows, expected) => expect(accountTypeOf(rows)).toBe(expected));
