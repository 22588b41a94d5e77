import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { asPerson, become, becomeOwner, rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";

onEveryDatabase("A landing page's domain", (given) => {
  const begin = async (db: TestDatabase, name = "offer.example.com") => {
    await db.run("delete from public.landing_domains");
    await become(db, given().world.people.admin);
    const { rows } = await db.run<{ id: string }>("select public.add_landing_domain($1, $2) as id", [
      given().world.ids["open page"],
      name,
    ]);
    await becomeOwner(db);
    return rows[0]?.id ?? "";
  };
  const check = async (
    db: TestDatabase,
    id: string,
    txt: string,
    pointsHere: boolean | null = null,
    problem: string | null = null,
  ) =>
    (
      await db.run<{ state: string }>("select public.record_landing_domain_check($1, $2, $3, $4) as state", [
        id,
        txt,
        pointsHere,
        problem,
      ])
    ).rows[0]?.state;
  const served = async (db: TestDatabase) =>
    (await db.run("select custom_domain from public.landing_pages where slug = 'open'")).rows[0]?.custom_domain;
  const mails = async (db: TestDatabase) =>
    (
      await db.run<{ name: string }>(
        "select payload ->> 'template' as name from private.outbox where payload ->> 'template' like 'landing-domain%' order by 1",
      )
    ).rows.map(({ name }) => name);

  test("works as soon as its DNS record exists, and not before", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      const id = await begin(db);
      expect(await served(db)).toBeNull();
      expect(await check(db, id, "missing", null, "There is no TXT record")).toBe("failed");
      expect(await served(db)).toBeNull();
      expect(await check(db, id, "unknown")).toBe("failed");
      expect(await check(db, id, "found", false, "The A record says 203.0.113.9")).toBe("verified");
      expect(await served(db)).toBe("offer.example.com");
      expect(await check(db, id, "found", true)).toBe("live");
      expect(await check(db, id, "found", null)).toBe("live");
      await become(db, given().world.people.admin);
      await db.run("select public.remove_landing_domain($1)", [id]);
      await becomeOwner(db);
      expect(await served(db)).toBeNull();
    });
  });

  test("without its record sends one email, and stops after three days", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      const id = await begin(db);
      await check(db, id, "found", true);
      expect(await check(db, id, "missing", null, "gone")).toBe("live");
      expect(await check(db, id, "unknown", null, "nobody answers")).toBe("live");
      expect(await check(db, id, "wrong", null, "gone")).toBe("live");
      expect(await mails(db)).toEqual(["landing-domain-missing"]);
      expect(await served(db)).toBe("offer.example.com");
      await db.run("update public.landing_domains set missing_since = missing_since - interval '3 days'");
      expect(await check(db, id, "missing", null, "gone")).toBe("failed");
      expect(await served(db)).toBeNull();
      expect(await mails(db)).toEqual(["landing-domain-missing", "landing-domain-stopped"]);
      expect(await check(db, id, "found", true)).toBe("live");
      expect(await served(db)).toBe("offer.example.com");
    });
  });

  test("belongs to one page, and a page has one domain", async () => {
    const { db, world } = given();
    const add = (page: string, name: string | null) =>
      asPerson<{ id: string }>(db, world.people.admin, "select public.add_landing_domain($1, $2) as id", [
        world.ids[page],
        name,
      ]).then(
        ({ rows }) => typeof rows[0]?.id,
        (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
      );
    expect(await add("hidden page", "open.example.com")).toBe(
      "PT409: The page “Open” uses this domain. Remove it there first.",
    );
    expect(await add("open page", "https://OPEN.example.com./path")).toBe("string");
    expect(await add("open page", "other.example.com")).toMatch(/^PT409: This page already has a domain/);
    for (const name of [
      "",
      null,
      "localhost",
      "a b.com",
      "*.example.com",
      "1.2.3.4",
      "exa_mple.com",
      `${"x".repeat(250)}.com`,
      "a.com:80",
    ])
      expect(await add("open page", name)).toMatch(/^22023: Enter a domain/);
  });

  test("cannot be set without its record, not even by restoring from the audit log", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await db.run("update public.landing_pages set custom_domain = 'stolen.example.com' where slug = 'open'");
      expect(await served(db)).toBeNull();
    });
  });

  test("is checked every day while it is in use", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await db.run("update public.landing_domains set state = 'failed' where domain like 'hidden%'");
      await db.run("select private.recheck_landing_domains()");
      await db.run("select private.recheck_landing_domains()");
      const { rows } = await db.run(
        "select payload ->> 'domainId' as id from private.outbox where kind = 'check_domain'",
      );
      expect(rows).toEqual([{ id: given().world.ids["open domain"] }]);
    });
  });
});
