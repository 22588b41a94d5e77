import { describe, expect, test } from "vitest";
import { helpFor } from "~/content/help/help.ts";
import { searchArticles } from "./search-articles.ts";

const found = (role: "client" | "admin" | "sales", query: string) =>
  searchArticles(helpFor(role), query).map(({ article }) => article.id);
const all = (role: "client" | "admin" | "sales") =>
  helpFor(role).flatMap(({ articles }) => articles.map(({ id }) => id));

describe("the help center's search", () => {
  test("finds articles by title, text and synonyms", () => {
    expect(found("client", "pay")[0]).toBe("pay-an-invoice");
    expect(found("client", "PDF")).toContain("invoice-pdf");
    expect(found("client", "tax")).toEqual(["invoice-pdf"]);
  });

  test("requires every word, and finds nothing for nonsense", () => {
    expect(found("admin", "import format")[0]).toBe("import");
    expect(found("admin", "xyzzy")).toEqual([]);
  });

  test.each([
    ["sales", "book", "book-a-call"],
    ["sales", "booking", "book-a-call"],
    ["sales", "no-show", "calls-week"],
    ["sales", "shift", "shifts-away"],
    ["sales", "away", "shifts-away"],
    ["sales", "bookable", "meeting-types"],
    ["sales", "trial", "routing"],
    ["sales", "consent", "consent"],
    ["sales", "merge", "crm-merge"],
    ["client", "refund", "refunds"],
    ["client", "receipt", "receipts"],
    ["client", "statement", "statement"],
  ] as const)("for %s, “%s” finds %s first", (role, query, id) => {
    expect(found(role, query)[0]).toBe(id);
  });

  test("a match of the title comes before the articles that only mention the word", () => {
    const titles = searchArticles(helpFor("sales"), "leads").map(({ article }) => /leads/i.test(article.title));
    expect(titles).toEqual(titles.toSorted((one, other) => Number(other) - Number(one)));
    expect(titles).toContain(false);
  });

  test("shows the passage that has the word, not more than two lines of it", () => {
    const passages = searchArticles(helpFor("client"), "bank").map(({ passage }) => passage);
    expect(passages).not.toEqual([]);
    for (const passage of passages) {
      expect(passage).toMatch(/bank/i);
      expect(passage?.length).toBeLessThan(160);
    }
    expect(searchArticles(helpFor("sales"), "sick")[0]?.passage).toBeNull();
  });

  test("each role has its own articles and the account articles", () => {
    expect(found("sales", "invoice")).toEqual([]);
    expect(found("client", "approve")).toEqual([]);
    for (const role of ["client", "sales", "admin"] as const)
      expect(found(role, "password")).toContain("change-password");
  });

  test("admins also have the articles of the CRM, after their own", () => {
    expect(all("admin")).toEqual(expect.arrayContaining(all("sales")));
    expect(all("admin")[0]).not.toBe(all("sales")[0]);
  });

  test("article IDs are unique", () => {
    for (const role of ["client", "sales", "admin"] as const) {
      const ids = all(role);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });
});
