import { expect, test } from "vitest";
import { type ClientAccount, createClientAccount } from "../../support/client-accounts.ts";
import { refusalCode } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { become, becomeOwner, type Person, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";

const ADD =
  "insert into storage.objects (bucket_id, name, version, metadata) values ('brand', $1, gen_random_uuid(), $2::text::jsonb)";
const PNG = '{"size": 100, "mimetype": "image/png"}';

onEveryDatabase("The brand of a client's account", (given) => {
  const withAccounts = (
    work: (
      db: Session,
      all: { free: ClientAccount; other: ClientAccount; people: Record<string, Person> },
    ) => Promise<void>,
  ) => {
    const { db, world } = given();
    return rolledBack(db, async () => {
      const free = await createClientAccount(db, "Free Brand", { premium: false });
      const other = await createClientAccount(db, "Other Brand");
      await db.run("insert into public.account_loans (account_id, user_id) values ($1, $2)", [
        free.id,
        world.people["active sales"].id,
      ]);
      const people = {
        owner: free.owner,
        member: free.member,
        billing: free.billing,
        "owner of another account": other.owner,
        lent: world.people["active sales"],
        admin: world.people.admin,
      };
      await work(db, { free, other, people });
    });
  };
  const WRITERS = ["owner", "admin"];
  /** How many rows the statement reaches as each person, or the code of its refusal. */
  const reach = async (db: Session, people: Record<string, Person>, text: string, parameters: unknown[]) => {
    const all: Record<string, unknown> = {};
    for (const [name, person] of Object.entries(people)) {
      await db.run("savepoint before_reach");
      await become(db, person);
      try {
        const { rows, count } = await db.run(text, parameters);
        all[name] = /^select/.test(text) ? rows.length : count;
      } catch (error) {
        all[name] = (error as { code?: string }).code;
      }
      await db.run("rollback to savepoint before_reach");
      await becomeOwner(db);
    }
    return all;
  };
  const onlyWriters = (people: Record<string, Person>, no: unknown) =>
    Object.fromEntries(Object.keys(people).map((name) => [name, WRITERS.includes(name) ? 1 : no]));

  test("its owners and admins add, read, replace and delete its files, on every plan; no one deletes the logo in use", () =>
    withAccounts(async (db, { free, people }) => {
      const [mine, logo] = [`${free.id}/old.png`, `${free.id}/logo.png`];
      await db.run(ADD, [mine, PNG]);
      await db.run(ADD, [logo, PNG]);
      expect(await reach(db, people, ADD, [`${free.id}/new.png`, PNG])).toEqual(onlyWriters(people, "42501"));
      const READ = "select from storage.objects where bucket_id = 'brand' and name = $1";
      expect(await reach(db, people, READ, [mine])).toEqual(onlyWriters(people, 0));
      const REPLACE = "update storage.objects set version = gen_random_uuid() where bucket_id = 'brand' and name = $1";
      const DELETE = "delete from storage.objects where bucket_id = 'brand' and name = $1";
      for (const write of [REPLACE, DELETE]) {
        expect(await reach(db, people, write, [mine])).toEqual(onlyWriters(people, 0));
        expect(await reach(db, people, write, [logo])).toEqual(onlyWriters(people, 0));
      }
      await db.run("update public.accounts set logo = $2, logo_width = 60, logo_height = 20 where id = $1", [
        free.id,
        logo,
      ]);
      for (const write of [REPLACE, DELETE])
        expect(new Set(Object.values(await reach(db, people, write, [logo])))).toEqual(new Set([0]));
    }));

  test("an owner adds nothing outside their account's folder, and moves nothing there", () =>
    withAccounts(async (db, { free, other }) => {
      for (const name of ["logo.png", "a/b.png", `${other.id}/logo.png`, `${other.id}`])
        expect(await refusalCode(db, free.owner, ADD, [name, PNG]), name).toBe("42501");
      await db.run(ADD, [`${free.id}/a.png`, PNG]);
      expect(
        await refusalCode(db, free.owner, "update storage.objects set name = $1 where name = $2", [
          `${other.id}/a.png`,
          `${free.id}/a.png`,
        ]),
      ).toBe("42501");
    }));

  test("its owners and admins set logo and color; only a stored PNG of its own folder, and only a real color", () =>
    withAccounts(async (db, { free, other, people }) => {
      await db.run(ADD, [`${free.id}/logo.png`, PNG]);
      await db.run(ADD, [`${free.id}/logo.jpg`, '{"size": 100, "mimetype": "image/jpeg"}']);
      await db.run(ADD, [`${other.id}/logo.png`, PNG]);
      const SET = "select public.update_account($1, $2::text::jsonb)";
      const save = (who: Person, changes: object) => refusalCode(db, who, SET, [free.id, JSON.stringify(changes)]);
      const logo = (name: string) => ({ logo: name, logo_width: 60, logo_height: 20, logo_plate: true });
      for (const [name, person] of Object.entries(people)) {
        const answer = WRITERS.includes(name) ? "nothing was refused" : "PT404";
        expect(await save(person, { accent: "#1f6feb", ...logo(`${free.id}/logo.png`) }), name).toBe(answer);
        expect(await save(person, { accent: null }), name).toBe(answer);
      }
      for (const wrong of [`${free.id}/logo.jpg`, `${other.id}/logo.png`, `${free.id}/missing.png`])
        expect(await save(free.owner, logo(wrong)), wrong).toBe("22023");
      for (const accent of ["#1F6FEB", "blue", "#fff", "#1f6feb; color: red", ""])
        expect(await save(free.owner, { accent }), accent).toBe("22023");
    }));

  test("is what its people see, and what its emails look like", () =>
    withAccounts(async (db, { free }) => {
      await db.run(ADD, [`${free.id}/logo.png`, PNG]);
      await db.run(
        "update public.accounts set logo = $2, logo_width = 60, logo_height = 20, accent = '#1f6feb' where id = $1",
        [free.id, `${free.id}/logo.png`],
      );
      const brand = {
        accent: "#1f6feb",
        logo: { name: `${free.id}/logo.png`, width: 60, height: 20, plate: false },
      };
      const { rows } = await db.run<{ sent: object }>("select public.mail_account($1) as sent", [free.id]);
      expect(rows[0]?.sent).toMatchObject(brand);
      await become(db, free.member);
      const mine = await db.run<{ all: object[] }>("select public.my_accounts() as all");
      expect(mine.rows[0]?.all).toMatchObject([brand]);
    }));
});
