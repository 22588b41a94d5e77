import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planImport, toBatches } from "./dashboard-import.ts";

const URL = "https://www.notion.so/acme/Leads-0123456789abcdef0123456789abcdef";
const USER = "0b0f2f3e-0000-4000-8000-000000000001";

describe("An import file", () => {
  test.each([null, {}, "[]", 7, true, undefined])("that is %j is no import", (content) => {
    expect(planImport(content)).toBeNull();
  });

  test("gives nobody and Lead Dashboard where they are missing", () => {
    expect(planImport([{ business_name: " Acme ", notion_database_url: ` ${URL} `, other: 1 }])).toEqual({
      entries: [
        {
          position: 1,
          user_id: "imported-user",
          business_name: "Acme",
          notion_database_url: URL,
          dashboard_title: "Lead Dashboard",
        },
      ],
      skipped: [],
    });
  });

  test.each([
    [{ notion_database_url: URL }, "no_business_name"],
    [{ business_name: "  ", notion_database_url: URL }, "no_business_name"],
    [{ business_name: 5, notion_database_url: URL }, "no_business_name"],
    [{ business_name: "Acme" }, "no_url"],
    [{ business_name: "Acme", notion_database_url: "javascript:alert(1)" }, "bad_url"],
    [{ business_name: "Acme", notion_database_url: "https://user:pass@notion.so/a" }, "bad_url"],
    [{ business_name: "Acme", notion_database_url: "https://notion.so/a b" }, "bad_url"],
    [{ business_name: "Acme", notion_database_url: URL, user_id: "42" }, "bad_user_id"],
    [{ business_name: "x".repeat(201), notion_database_url: URL }, "too_long"],
    [{ business_name: "Acme", notion_database_url: URL + "x".repeat(2048) }, "too_long"],
    [{ business_name: "Acme", notion_database_url: URL, dashboard_title: "x".repeat(201) }, "too_long"],
    [null, "not_an_object"],
    ["Acme", "not_an_object"],
    [[], "not_an_object"],
  ])("skips %j: %s", (entry, reason) => {
    expect(planImport([entry])).toMatchObject({ entries: [], skipped: [{ position: 1, reason }] });
  });

  test("skips what stands there twice, and a second dashboard of one account", () => {
    const entry = { business_name: "Acme", notion_database_url: URL };
    const plan = planImport([
      entry,
      { ...entry, business_name: "ACME" },
      { ...entry, business_name: "Other" },
      { ...entry, user_id: USER },
      { ...entry, business_name: "B", user_id: USER.toUpperCase() },
    ]);
    expect(plan?.entries.map(({ position }) => position)).toEqual([1, 3, 4]);
    expect(plan?.skipped).toEqual([
      { position: 2, name: "ACME", reason: "duplicate" },
      { position: 5, name: "B", reason: "same_account" },
    ]);
  });

  test("accounts for every entry of any array, once, and keeps to the table's rules", () => {
    const value = fc.oneof(
      fc.constantFrom("", "Acme", "Beta", URL, "http://a.example", USER, "imported-user"),
      fc.anything(),
    );
    const entry = fc.oneof(
      fc.record({ business_name: value, notion_database_url: value, user_id: value, dashboard_title: value }),
      fc.anything(),
    );
    fc.assert(
      fc.property(fc.array(entry), (content) => {
        const plan = planImport(content);
        const entries = plan?.entries ?? [];
        const positions = [...entries, ...(plan?.skipped ?? [])].map(({ position }) => position);
        expect(positions.toSorted((a, b) => a - b)).toEqual(content.map((_, index) => index + 1));
        for (const { business_name, notion_database_url, dashboard_title } of entries) {
          expect(business_name.trim()).not.toBe("");
          expect(notion_database_url).toMatch(/^https?:\/\//i);
          expect(dashboard_title.trim()).not.toBe("");
        }
        const owners = entries.map((each) => each.user_id).filter((owner) => owner !== "imported-user");
        expect(new Set(owners).size).toBe(owners.length);
      }),
    );
  });

  test("10,000 entries with 500 bad ones are read at once", () => {
    const content = Array.from({ length: 10_000 }, (_, at) =>
      at % 20 === 0 ? { business_name: `B ${at}` } : { business_name: `B ${at}`, notion_database_url: URL },
    );
    const plan = planImport(content);
    expect([plan?.entries.length, plan?.skipped.length]).toEqual([9_500, 500]);
  });
});

test("Batches keep every entry in its order, within number and size", () => {
  const entries =
    planImport(
      Array.from({ length: 2_345 }, (_, at) => ({
        business_name: `B ${at}`,
        notion_database_url: URL + "x".repeat(at % 1900),
      })),
    )?.entries ?? [];
  const batches = toBatches(entries);
  expect(batches.flat()).toEqual(entries);
  for (const batch of batches) {
    expect(batch.length).toBeLessThanOrEqual(1_000);
    expect(JSON.stringify(batch).length).toBeLessThan(260_000);
  }
});
