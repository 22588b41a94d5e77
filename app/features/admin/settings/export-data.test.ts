import { expect, test } from "vitest";
import { rowsAfter } from "./export-data.ts";

test("the rows after a given row, by one column and by two", () => {
  expect(rowsAfter(["id"], { id: 41 })).toBe("id.gt.41");
  expect(rowsAfter(["user_id", "role"], { user_id: "a-b", role: "client" })).toBe(
    "user_id.gt.a-b,and(user_id.eq.a-b,role.gt.client)",
  );
});

test("values that look like syntax are quoted", () => {
  expect(rowsAfter(["key"], { key: 'a,b"c\\' })).toBe('key.gt."a,b\\"c\\\\"');
});
