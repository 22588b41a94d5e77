import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databases } from "../../support/database.ts";
import { refusalCode, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { become, createPerson, type Person, rolledBack } from "../../support/database-persons.ts";
import type { Session, TestDatabase } from "../../support/database-session.ts";
import { createWorld } from "../../support/database-world.ts";

const ASK = "select public.ask_for_deletion($1) as id";

const ask = async (db: Session, who: Person, id: string = randomUUID()) =>
  (await runAs<{ id: string }>(db, who, ASK, [id])).id;
const openOf = async (db: Session, who: Person) =>
  (await runAs<{ open: { id: string } | null }>(db, who, "select public.deletion_request() as open")).open?.id ?? null;
const requestsOf = async (db: Session, { id }: Person) =>
  (
    await db.run<{ id: string; business_name: string; account_id: string | null }>(
      "select id, business_name, account_id from public.change_requests where user_id = $1 and is_deletion",
      [id],
    )
  ).rows;
const mailsAbout = async (db: Session, id: string) =>
  (
    await db.run<{ template: string }>(
      "select payload ->> 'template' as template from private.outbox where payload #>> '{data,requestId}' = $1 order by 1",
      [id],
    )
  ).rows.map(({ template }) => template);

onEveryDatabase("A request to delete one's own account", (given) => {
  test("is sent and emailed once while it is open, and again after it was answered or closed", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      const person = await createPerson(db, "new client");
      const other = await createPerson(db, "new client");
      expect(await openOf(db, person)).toBeNull();
      const first = await ask(db, person);
      expect([await ask(db, person, first), await ask(db, person)]).toEqual([first, first]);
      expect([await openOf(db, person), await openOf(db, other)]).toEqual([first, null]);
      expect(await requestsOf(db, person)).toHaveLength(1);
      expect(await mailsAbout(db, first)).toEqual(["request-arrived", "request-received"]);
      for (const status of ["answered", "closed"]) {
        await db.run("update public.change_requests set status = $2 where user_id = $1", [person.id, status]);
        // A repeated call, because the response was lost, is still the first one.
        expect([await openOf(db, person), await ask(db, person, first)]).toEqual([null, first]);
      }
      expect(await ask(db, person)).not.toBe(first);
      expect(await requestsOf(db, person)).toHaveLength(2);
    });
  });

  test("names the company, else the account, else the address", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      const [company, account, alone] = [
        await createPerson(db, "new client"),
        await createPerson(db, "new client"),
        await createPerson(db, "new client"),
      ];
      await db.run("update public.profiles set company = 'Ember' where user_id = $1", [company.id]);
      await db.run(
        `update public.accounts set name = 'Northside' where id in (select account_id from public.account_members where user_id = $1)`,
        [account.id],
      );
      await db.run("delete from public.account_members where user_id = $1", [alone.id]);
      for (const [person, name] of [
        [company, "Ember"],
        [account, "Northside"],
        [alone, alone.email],
      ] as const) {
        await ask(db, person);
        expect((await requestsOf(db, person))[0]?.business_name).toBe(name);
      }
    });
  });

  test("needs an active role and an id that nobody else's request has", async () => {
    const { db, world } = given();
    const { owner, inactive, "no role": nobody, "pending sales": pending, "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      for (const who of [inactive, nobody, pending])
        expect(await refusalCode(db, who, ASK, [randomUUID()])).toBe("42501");
      const taken = await ask(db, owner);
      expect(await refusalCode(db, sales, ASK, [taken])).toBe("42501");
      expect(await openOf(db, sales)).toBeNull();
      expect(await ask(db, sales)).toBe(await openOf(db, sales));
      await become(db, sales);
      await expect(db.run("insert into public.change_requests (is_deletion) values (true)")).rejects.toThrow(
        /permission denied/,
      );
    });
  });
});

describe.each(databases().filter(({ overlapping }) => overlapping))("At the same moment, on $name", ({ open }) => {
  let db: TestDatabase;

  beforeAll(async () => {
    db = await open();
  });

  afterAll(() => db?.close());

  test("many requests of one person are one", async () => {
    const { owner } = (await createWorld(db)).people;
    const ids = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const session = await db.connect?.();
        await session?.run("begin");
        if (session) await become(session, owner);
        const rows = (await session?.run<{ id: string }>(ASK, [randomUUID()]))?.rows;
        await session?.run("commit");
        session?.release();
        return rows?.[0]?.id;
      }),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await requestsOf(db, owner)).toHaveLength(1);
  });
});
