import { describe, expect, test } from "vitest";
import { helpFor } from "~/content/help/help.ts";
import { shortcutsFor } from "~/content/shortcuts.ts";
import { searchArticles } from "./search-articles.ts";

const found = (role: "client" | "admin" | "sales", query: string) =>
  searchArticles(helpFor(role), query).map(({ article }) => article.id);
const all = (role: "client" | "admin" | "sales") =>
  helpFor(role).flatMap(({ articles }) => articles.map(({ id }) => id));

const workspace = helpFor("client", { slug: "northside-dental" });
const own = helpFor("client").flatMap(({ articles }) => articles.map(({ id }) => id));
const added = workspace.flatMap(({ articles }) => articles).filter(({ id }) => !own.includes(id));

describe("the help of a workspace", () => {
  test("leads to its screens and nowhere else", () => {
    expect(added.length).toBeGreaterThan(20);
    // The settings of a person are the same everywhere.
    const leads = (link: { to: string } | undefined): link is { to: string } =>
      link !== undefined && !link.to.startsWith("/settings?");
    for (const { link } of added) if (leads(link)) expect(link.to).toMatch(/^\/workspace\/northside-dental(\/|$)/);
    const several = helpFor("client", { slug: null }).flatMap(({ articles }) => articles);
    for (const { id, link } of several) if (leads(link) && !own.includes(id)) expect(link.to).toBe("/workspace");
  });

  test("has no words and no pictures of the agency's screens", () => {
    for (const { id: _, picture, ...article } of added) {
      expect(picture).toBeUndefined();
      expect(JSON.stringify({ ...article, words: "" })).not.toMatch(
        /\bCRM\b|sales team|owners and admins|your agency's working/,
      );
    }
  });

  test("says what the free plan doesn't have", () => {
    const isLimited = (id: string) =>
      /This is part of Premium/.test(JSON.stringify(added.find((one) => one.id === id)));
    expect(["crm-board", "book-a-call", "crm-import", "landing-domain"].map(isLimited)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(["which-leads", "lead-clock", "shifts-away"].map(isLimited)).toEqual([false, false, false]);
  });

  test("names only keys that exist", () => {
    const keys = shortcutsFor("client")
      .flatMap((group) => Object.keys(group.keys))
      .join(" ")
      .split(" ");
    const named = [
      ...JSON.stringify(added).matchAll(/\b(?:[Pp]ress|with|the) ([A-Z])(?: key)?\b(?! next)|\(([A-Z])\)/g),
    ].map(([, pressed, inBrackets]) => (pressed ?? inBrackets ?? "").toLowerCase());
    expect(new Set(named)).toEqual(new Set(["c", "l", "t", "b", "m", "a", "h", "s", "r"]));
    expect(keys).toEqual(expect.arrayContaining(named));
  });

  test("has each article once", () => {
    const ids = workspace.flatMap(({ articles }) => articles.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("the help center's search", () => {
  test("finds articles by title, text and synonyms", () => {
    expect(found("client", "pay")[0]).toBe("pay-an-invoice");
    expect(found("client", "PDF")).toContain("invoice-pdf");
    expect(found("client", "tax")).toEqual(["billing-details", "invoice-pdf"]);
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
    ["sales", "saved reply", "email-templates"],
    ["sales", "merge", "crm-merge"],
    ["client", "refund", "refunds"],
    ["client", "receipt", "receipts"],
    ["client", "statement", "statement"],
    ["client", "vat", "billing-details"],
    ["client", "tax id", "billing-details"],
    ["client", "address", "billing-details"],
    ["client", "recipt", "receipts"],
    ["client", "reciept", "receipts"],
    ["sales", "shfit", "shifts-away"],
  ] as const)("for %s, “%s” finds %s first", (role, query, id) => {
    expect(found(role, query)[0]).toBe(id);
  });

  test.each([
    ["clock", "lead-clock"],
    ["meeting type", "meeting-types"],
    ["booking", "book-a-call"],
    ["shortcut", "crm-keys"],
    ["undo", "crm-undo"],
    ["shift", "shifts-away"],
    ["calls", "calls-week"],
    ["domain", "landing-domain"],
    ["board", "crm-board"],
    ["approval", "landing-approval"],
  ])("for a client with a workspace, “%s” finds %s, and for a billing contact it doesn't", (query, id) => {
    const ids = searchArticles(workspace, query).map(({ article }) => article.id);
    expect(ids.slice(0, 2)).toContain(id);
    expect(found("client", query)).not.toContain(id);
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
    for (const role of ["client", "sales", "admin"] as const) {
      expect(found(role, "password")).toContain("change-password");
      expect(found(role, "delete account")).toContain("your-data");
      expect(found(role, "download data")).toContain("your-data");
    }
    expect(found("sales", "google calendar")).toContain("own-calendars");
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
