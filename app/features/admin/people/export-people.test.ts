import { expect, test } from "vitest";
import type { Person } from "./api.ts";
import { peopleAsCsv } from "./export-people.ts";

const person = {
  ...{ userId: "1", name: "Theo Lindqvist", email: "theo@example.com", company: null, lastActive: null },
  ...{ openLeads: 0, agencyLeads: 0, twoStep: false, onlyOwnerOf: [], createdAt: "2026-09-01" },
  roles: [{ role: "sales", status: "active", since: "2026-09-01" }],
} as unknown as Person;

test("the export of people leaves the open leads empty where the list has a dash", () => {
  const [head, none, some, end] = peopleAsCsv([person, { ...person, openLeads: 12 }]).split("\r\n");
  expect(head).toBe("Name,Email,Role,Status,Company,Last active,Open leads,Two-step sign-in,Created");
  expect(none).toBe("Theo Lindqvist,theo@example.com,sales,active,,,,off,2026-09-01");
  expect(some).toBe("Theo Lindqvist,theo@example.com,sales,active,,,12,off,2026-09-01");
  expect(end).toBe("");
});
