import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planImport, toBatches } from "./dashboard-import.ts";

const URL = "https://www.notion.so/acme/Leads-0123456789abcdef0123456789abcdef";
const USER = "0b0f2f3e-0000-4000-8000-000000000001";

describe("An import file", () => {
  test.each([null, {}, "[]", 7, true, undefined])("with the content %j is refused", (content) => {
    expect(planImport(content)).toBeNull();
  });

  test("fills in imported-user and Lead Dashboard when they are missing", () => {
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
      warnings: [],
    });
  });

  test.each([
    [{ notion_database_url: URL }, "no_business_name"],
    [{ business_name: "  ", notion_database_url: URL }, "no_business_name"],
    [{ business_name: null, notion_database_url: URL }, "no_business_name"],
    [{ business_name: "Acme" }, "no_url"],
    [{ business_name: "Acme", notion_database_url: " " }, "no_url"],
    [null, "not_an_object"],
    ["Acme", "not_an_object"],
    [[], "not_an_object"],
  ])("skips %j: %s", (entry, reason) => {
    expect(planImport([entry])).toMatchObject({ entries: [], skipped: [{ position: 1, reason }], warnings: [] });
  });

  test.each([
    [{ notion_database_url: "javascript:alert(1)" }, "bad_url", { notion_database_url: "https://javascript:alert(1)" }],
    [
      { notion_database_url: "https://user:pass@notion.so/a" },
      "bad_url",
      { notion_database_url: "https://notion.so/a" },
    ],
    [{ notion_database_url: "www.notion.so/a b" }, "bad_url", { notion_database_url: "https://www.notion.so/a%20b" }],
    [{ business_name: "x".repeat(201) }, "shortened", { business_name: "x".repeat(200) }],
    [{ dashboard_title: "é".repeat(201) }, "shortened", { dashboard_title: "é".repeat(200) }],
    [{ user_id: "9".repeat(201) }, "shortened", { user_id: "9".repeat(200) }],
    [
      { notion_database_url: URL + "x".repeat(2048) },
      "shortened",
      { notion_database_url: expect.stringMatching(/^.{2048}$/) },
    ],
  ])("takes %j with the warning %s", (over, reason, stored) => {
    const plan = planImport([{ business_name: "Acme", notion_database_url: URL, ...over }]);
    expect(plan?.skipped).toEqual([]);
    expect(plan?.warnings).toMatchObject([{ position: 1, reason }]);
    expect(plan?.entries).toMatchObject([stored]);
  });

  test.each([["42"], [42], ["auth0|abc"], [USER.toUpperCase()]])(
    "keeps the user_id %j for the database to decide on",
    (user_id) => {
      const plan = planImport([{ business_name: "Acme", notion_database_url: URL, user_id }]);
      expect(plan).toMatchObject({ entries: [{ user_id: String(user_id) }], skipped: [], warnings: [] });
    },
  );

  test("warns about duplicate entries and about a second dashboard for one account", () => {
    const entry = { business_name: "Acme", notion_database_url: URL };
    const plan = planImport([
      entry,
      { ...entry, business_name: "ACME" },
      { ...entry, business_name: "Other" },
      { ...entry, business_name: "A", user_id: USER },
      { ...entry, business_name: "B", user_id: USER.toUpperCase() },
    ]);
    expect(plan?.entries).toHaveLength(5);
    expect(plan?.warnings).toEqual([
      { position: 2, name: "ACME", reason: "duplicate" },
      { position: 5, name: "B", reason: "same_account" },
    ]);
  });

  test("reports every entry of any array once, and follows the table's rules", () => {
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
        for (const { position } of plan?.skipped ?? []) {
          const { business_name, notion_database_url } = (content[position - 1] ?? {}) as Record<string, unknown>;
          const present = [business_name, notion_database_url].every(
            (each) => typeof each === "string" && each.replaceAll("\0", "").trim() !== "",
          );
          expect(present).toBe(false);
        }
      }),
    );
  });

  test("10,000 entries with 500 bad ones are read quickly", () => {
    const content = Array.from({ length: 10_000 }, (_, at) =>
      at % 20 === 0 ? { business_name: `B ${at}` } : { business_name: `B ${at}`, notion_database_url: URL },
    );
    const plan = planImport(content);
    expect([plan?.entries.length, plan?.skipped.length]).toEqual([9_500, 500]);
  });
});

test("Batches keep every entry in order, within the limits for count and size", () => {
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
