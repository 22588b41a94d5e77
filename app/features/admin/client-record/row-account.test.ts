import { expect, test } from "vitest";
import { rowAccount } from "./row-account.ts";

const OWN = { id: "a", name: "Olive Owner", role: "owner" as const, is_archived: false };
const OTHER = { id: "b", name: "Ember", role: "owner" as const, is_archived: false };

test("A row of a client's record names its account, unless they belong to that one alone", () => {
  expect(rowAccount({ accounts: [OWN, OTHER] }, [OWN, OTHER], "b")).toBe("Ember");
  expect(rowAccount({ accounts: [OWN] }, [OWN], "a")).toBeUndefined();
  expect(rowAccount({ accounts: [OWN, OTHER] }, [OWN, OTHER], null)).toBeUndefined();
});

test("A row in the record of a former client names the account that it was for", () => {
  expect(rowAccount({ accounts: [] }, [OWN], "a")).toBe("Olive Owner");
});
