import { describe, expect, test } from "vitest";
import { helpFor } from "~/content/help/help.ts";
import { searchArticles } from "./search-articles.ts";

const found = (role: "client" | "admin" | "sales", query: string) =>
  searchArticles(helpFor(role), query).flatMap(({ articles }) => articles.map(({ id }) => id));

describe("the help center's search", () => {
  test("finds articles by title, text and synonyms", () => {
    expect(found("client", "pay")[0]).toBe("pay-an-invoice");
    expect(found("client", "PDF")).toContain("invoice-pdf");
    expect(found("client", "tax")).toEqual(["invoice-pdf"]);
  });

  test("requires every word, and finds nothing for nonsense", () => {
    expect(found("admin", "import format")[0]).toBe("import");
    expect(found("admin", "xyzzy")).toEqual([]);
    expect(found("admin", "  ")).not.toEqual([]);
  });

  test("each role has its own articles and the account articles", () => {
    expect(found("sales", "invoice")).toEqual([]);
    expect(found("client", "approve")).toEqual([]);
    for (const role of ["client", "sales", "admin"] as const)
      expect(found(role, "password")).toContain("change-password");
  });

  test("admins also have the articles of the CRM, after their own", () => {
    expect(found("admin", "")).toEqual(expect.arrayContaining(found("sales", "")));
    expect(found("admin", "")[0]).not.toBe(found("sales", "")[0]);
  });

  test("article IDs are unique", () => {
    for (const role of ["client", "sales", "admin"] as const) {
      const ids = found(role, "");
      expect(new Set(ids).size).toBe(ids.length);
    }
  });
});
