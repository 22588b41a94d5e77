import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ClientAccount, createClientAccount } from "../../support/client-accounts.ts";
import { databases } from "../../support/database.ts";
import type { TestDatabase } from "../../support/database-session.ts";

describe.each(databases())("Beside another client, on $name", ({ open }) => {
  let db: TestDatabase;
  let mine: ClientAccount;
  let other: ClientAccount;
  beforeAll(async () => {
    db = await open();
    await db.run("begin");
    mine = await createClientAccount(db, "Mine");
    other = await createClientAccount(db, "Other");
  });
  afterAll(async () => {
    await db.run("rollback");
    await db.close();
  });

  /** Within a savepoint, because the suite is one transaction. */
  async function undone(work: () => Promise<void>): Promise<void> {
    await db.run("savepoint here");
    await work();
    await db.run("rollback to savepoint here");
  }
  const foundBy = async ({ slug, owner }: ClientAccount, text: string) => {
    await db.run("select set_config('request.headers', $1, true), set_config('request.jwt.claim.sub', $2, true)", [
      JSON.stringify({ "x-account": slug }),
      owner.id,
    ]);
    return (await db.run<{ name: string }>("select name from public.search_leads($1)", [text])).rows;
  };

  test("a typing error is compared with the words of one's own account", () =>
    undone(async () => {
      // All of them are nearer to what is typed, and more than a search compares.
      await db.run(
        "insert into public.leads (account_id, first_name) select $1, 'Quilfeathr' || chr(96 + n) from generate_series(1, 24) as n",
        [other.id],
      );
      await db.run("insert into public.leads (account_id, first_name) values ($1, 'Quillfeather')", [mine.id]);
      expect(await foundBy(mine, "quilfeathr")).toEqual([{ name: "Quillfeather" }]);
      expect((await foundBy(other, "quilfeathr")).length).toBeGreaterThan(0);
    }));

  test("a client's picture is in use by the pages of its account only, and the agency's by all", () =>
    undone(async () => {
      const agency = "00000000-0000-4000-8000-000000000001";
      const page = (account: string, slug: string, picture: string) =>
        db.run(
          "insert into public.landing_pages (account_id, slug, title, status, content) values ($1, $2, 'A page', 'published', $3)",
          [account, slug, `<img src="/storage/v1/object/public/landing/${picture}">`],
        );
      const isUsed = async (picture: string) =>
        (await db.run<{ used: boolean }>("select private.is_landing_picture_used($1) as used", [picture])).rows[0]
          ?.used;
      await page(other.id, "other-page", `${mine.id}/shared.png`);
      await page(other.id, "second-page", "agency.png");
      await page(mine.id, "my-page", `${mine.id}/own.png`);
      await page(agency, "agency-page", `${other.id}/theirs.png`);
      expect(await isUsed(`${mine.id}/shared.png`)).toBe(false);
      expect(await isUsed(`${mine.id}/own.png`)).toBe(true);
      expect(await isUsed(`${other.id}/theirs.png`)).toBe(false);
      expect(await isUsed("agency.png")).toBe(true);
    }));
});
