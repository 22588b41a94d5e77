import { describe, expect, test } from "vitest";
import { helpFor } from "~/content/help/help.ts";
import { searchArticles } from "./search-articles.ts";

const found = (role: "client" | "admin" | "sales", query: string) =>
  searchArticles(helpFor(role), query).flatMap(({ articles }) => articles.map(({ id }) => id));

describe("the help center's search", () => {
  test("finds by title, by text, and by what people call it", () => {
    expect(found("client", "pay")[0]).toBe("pay-an-invoice");
    expect(found("client", "PDF")).toContain("invoice-pdf");
    expect(found("client", "tax")).toEqual(["invoice-pdf"]);
  });

  test("all words have to be there, and nothing is found for nonsense", () => {
    expect(found("admin", "import format")).toEqual(["import"]);
    expect(found("admin", "xyzzy")).toEqual([]);
    expect(found("admin", "  ")).not.toEqual([]);
  });

  test("each role has its own articles and the account's", () => {
    expect(found("sales", "invoice")).toEqual([]);
    expect(found("client", "approve")).toEqual([]);
    for (const role of ["client", "sales", "admin"] as const)
      expect(found(role, "password")).toContain("change-password");
  });

  test("no two articles share an address", () => {
    for (const role of ["client", "sales", "admin"] as const) {
      const ids = found(role, "");
      expect(new Set(ids).size).toBe(ids.length);
    }
  });
});
