import { expect, test } from "vitest";
import { changedFields, describeEntry, isRestorable } from "./describe-entry.ts";

const entry = {
  id: 1,
  happened_at: "2026-11-21T10:00:00Z",
  actor_email: "admin@example.com",
  action: "update",
  table_name: "client_dashboards",
  row_id: "7",
  subject: "client@example.com",
  before: { business_name: "Acme", access_count: 1, updated_at: "a", owner_id: null },
  after: { business_name: "Acme Ltd", access_count: 1, updated_at: "b", owner_id: null },
};

test("an entry names the action and the row, and lists only changed fields", () => {
  expect(describeEntry(entry)).toEqual({ action: "Dashboard changed", subject: "Acme Ltd" });
  const role = { ...entry, table_name: "user_roles", before: null, after: { role: "sales" }, action: "insert" };
  expect(describeEntry(role)).toEqual({ action: "Role added", subject: "sales for client@example.com" });
  expect(changedFields(entry)).toEqual([{ field: "business_name", before: "Acme", after: "Acme Ltd" }]);
  expect(changedFields({ before: null, after: { role: "sales", secret: null } })).toEqual([
    { field: "role", before: "", after: "sales" },
  ]);
});

test("money, roles and new rows cannot be restored", () => {
  expect(isRestorable(entry)).toBe(true);
  expect(isRestorable({ ...entry, action: "insert" })).toBe(false);
  expect(isRestorable({ ...entry, table_name: "invoices" })).toBe(false);
});
