import { expect, test } from "vitest";
import { isArchivedOnly, type PersonAccounts } from "./person-accounts.ts";

const account = (is_archived: boolean): PersonAccounts[number] => ({
  ...{ id: String(is_archived), name: "Ember", role: "owner", is_archived },
});

test("Someone is archived if all their accounts are, and not while they wait for one", () => {
  expect(isArchivedOnly([account(true)])).toBe(true);
  expect(isArchivedOnly([account(true), account(true)])).toBe(true);
  expect(isArchivedOnly([account(true), account(false)])).toBe(false);
  expect(isArchivedOnly([])).toBe(false);
});
