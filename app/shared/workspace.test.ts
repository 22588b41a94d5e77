import { globSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { slugOf } from "./workspace.ts";

test.each([
  ["/workspace/northside-dental", "northside-dental"],
  ["/workspace/northside-dental/leads/1", "northside-dental"],
  ["/workspace/a2", "a2"],
  ["/workspace", null],
  ["/workspace/", null],
  ["/workspace/North", null],
  ["/workspace/-a", null],
  ["/workspace/a--b", null],
  ["/workspace/a%2fb", null],
  ["/crm/workspace/a", null],
  ["/workspaces/a", null],
])("%s is about the account %s", (path, slug) => {
  expect(slugOf(path)).toBe(slug);
});

describe("The account of a page load", () => {
  beforeEach(() => vi.resetModules());
  afterEach(() => vi.unstubAllGlobals());

  const loadAt = async (pathname: string) => {
    vi.stubGlobal("location", { pathname });
    return import("./workspace.ts");
  };
  const opens = (path: string) => new Request(`http://localhost${path}`);

  test("is the one that sign-in opens, once it began there", async () => {
    const load = await loadAt("/auth");
    load.chooseAccountOf("/auth/code?next=%2Fworkspace");
    expect(load.workspaceSlug).toBeNull();
    load.chooseAccountOf("/workspace/north");
    expect([load.workspaceSlug, load.crmPath("/leads")]).toEqual(["north", "/workspace/north/leads"]);
    load.requireOwnPageLoad(opens("/workspace/north"));
    // Another person may sign in later in the same tab.
    load.chooseAccountOf("/workspace/south");
    expect(load.workspaceSlug).toBe("north");
    expect(() => load.requireOwnPageLoad(opens("/workspace/south"))).toThrow();
  });

  test("stays what the address says anywhere else", async () => {
    for (const path of ["/crm", "/workspace", "/workspace/north", "/authors"]) {
      const load = await loadAt(path);
      const before = load.workspaceSlug;
      load.chooseAccountOf("/workspace/south");
      expect(load.workspaceSlug).toBe(before);
      expect(() => load.requireOwnPageLoad(opens("/workspace/south"))).toThrow();
      vi.resetModules();
    }
  });

  test("is read by no constant of a module, because modules load before sign-in chooses it", () => {
    const found = globSync("app/**/*.{ts,tsx}")
      .filter((file) => !file.startsWith("app/shared/workspace."))
      .flatMap((file) =>
        readFileSync(file, "utf8")
          .split(/\n(?=[^\s})\]])/)
          .filter((statement) => /^(export )?(const|let) [^=]*=(?!.*=>).*(crmPath\(|workspaceSlug)/s.test(statement))
          .map((statement) => `${file}: ${statement.slice(0, 60)}`),
      );
    expect(found).toEqual([]);
  });
});
