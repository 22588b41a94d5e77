import { describe, expect, test } from "vitest";
import { refusal, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { become, becomeOwner, createAccount, type Person, rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";

const email = "never@example.com";
const URL = "https://acme.notion.site/share-0123456789abcdef0123456789abcdef";
const refused = { code: "PT409", message: "This person hasn't confirmed their email address yet" };

/** Every way in which an admin or the system grants something. $1 is the account. */
const gifts: Record<string, string> = {
  "a role": "select public.change_user_role($1, 'client')",
  "a dashboard by the table": `insert into public.client_dashboards (user_id, business_name, notion_database_url) values ($1::uuid::text, 'Acme', '${URL}')`,
  "a dashboard that moves":
    "update public.client_dashboards set user_id = $1::uuid::text where user_id = 'imported-user'",
  "a dashboard by procedure": `select public.assign_client_dashboard(account.email, 'Acme', '${URL}') from (select '${email}' as email, $1::uuid) as account`,
};
const rows: Record<string, string> = {
  "an invoice": "insert into public.invoices (client_id, invoice_number, amount) values ($1, 'X-1', 100)",
  "a retainer": "insert into public.retainers (client_id, retainer_name, monthly_amount) values ($1, 'Ads', 100)",
  "a subscription": "insert into public.subscriptions (user_id) values ($1)",
  "a role row": "insert into public.user_roles (user_id, role, status) values ($1, 'sales', 'active')",
};

onEveryDatabase("An unconfirmed account", (given) => {
  const begin = (db: TestDatabase, metadata: unknown = { account_type: "client" }) =>
    createAccount(db, { email, confirmed: false, metadata });
  const confirm = (db: TestDatabase, person: Person) =>
    db.run("update auth.users set email_confirmed_at = now() where id = $1", [person.id]);

  describe.each(Object.entries({ ...gifts, ...rows }))("gets no %s", (name, statement) => {
    test("before it confirms, but gets it afterward", async () => {
      const { db, world } = given();
      await rolledBack(db, async () => {
        const person = await begin(db, {});
        const attempt = async () => {
          if (name in gifts) return refusal(db, world.people.admin, statement, [person.id]);
          await db.run("savepoint before_gift");
          const outcome = await db.run(statement, [person.id]).then(
            () => ({}),
            ({ code, message }: { code: string; message: string }) => ({ code, message }),
          );
          await db.run("rollback to savepoint before_gift");
          return outcome;
        };
        expect(await attempt()).toMatchObject(refused);
        await confirm(db, person);
        expect(await attempt()).toEqual({});
      });
    });
  });

  test("is not in the lists of people and approvals", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const person = await begin(db, { account_type: "sales" });
      const found = async () =>
        (
          await runAs<{ count: number }>(db, world.people.admin, "select count(*)::int from public.search_people($1)", [
            email,
          ])
        ).count;
      const waiting = async () =>
        (await db.run("select from public.user_roles where user_id = $1 and status = 'pending'", [person.id])).count;
      expect([await found(), await waiting()]).toEqual([0, 0]);
      await confirm(db, person);
      expect([await found(), await waiting()]).toEqual([1, 1]);
    });
  });

  test("gets its role once: confirming again changes nothing", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      const person = await begin(db, { account_type: "sales" });
      await confirm(db, person);
      await db.run("update public.user_roles set status = 'inactive' where user_id = $1", [person.id]);
      await db.run("update auth.users set email_confirmed_at = null where id = $1", [person.id]);
      await db.run(`update auth.users set raw_user_meta_data = '{"account_type": "client"}' where id = $1`, [
        person.id,
      ]);
      await confirm(db, person);
      const { rows: held } = await db.run("select role, status from public.user_roles where user_id = $1", [person.id]);
      expect(held).toEqual([{ role: "sales", status: "inactive" }]);
    });
  });

  test("notifies the admins of a sales sign-up when it confirms, not before", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      const mails = async () =>
        (await db.run("select from private.outbox where payload ->> 'template' = 'sign-up-waiting'")).count;
      const before = await mails();
      const person = await begin(db, { account_type: "sales", first_name: "Ben", last_name: "Adler" });
      expect(await mails()).toBe(before);
      await confirm(db, person);
      expect(await mails()).toBeGreaterThan(before);
      const { rows } = await db.run<{ who: string }>(
        "select distinct payload #>> '{data,who}' as who from private.outbox where payload #>> '{data,email}' = $1",
        [person.email],
      );
      expect(rows).toEqual([{ who: "Ben Adler" }]);
    });
  });

  test("is replaced by an invitation to its address in any spelling; a confirmed account is not", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const invite = (to: string) => refusal(db, world.people.admin, "select public.invite_user($1, 'sales')", [to]);
      const person = await begin(db, { first_name: "Mallory" });
      expect(await invite(email)).toEqual({});
      await runAs(db, world.people.admin, "select public.invite_user($1, 'sales')", [` ${email.toUpperCase()} `]);
      expect((await db.run("select from auth.users where id = $1", [person.id])).count).toBe(0);
      await createAccount(db, { email });
      expect(await invite(email)).toMatchObject({ code: "PT409" });
    });
  });
});

onEveryDatabase("The check before every request", (given) => {
  const check = "select public.check_request()";
  const withClaims = (db: TestDatabase, claims: object) =>
    db.run("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(claims)]);

  test("allows visitors and the service role, and people only with their own live session", async () => {
    const { db, world } = given();
    const { owner, "other client": other, anon } = world.people;
    await rolledBack(db, async () => {
      const session = crypto.randomUUID();
      await db.run("insert into auth.sessions (id, user_id, created_at) values ($1, $2, now())", [session, owner.id]);
      const tried = async (person: Person, claims?: object) => {
        await db.run("savepoint before_check");
        try {
          await become(db, person);
          if (claims) await withClaims(db, claims);
          await db.run(check);
          return "passes";
        } catch (error) {
          return (error as { code: string }).code;
        } finally {
          await db.run("rollback to savepoint before_check");
          await becomeOwner(db);
        }
      };
      const mine = { role: "authenticated", sub: owner.id, session_id: session };
      expect(await tried(anon)).toBe("passes");
      expect(await tried(anon, {})).toBe("passes");
      expect(await tried(owner, mine)).toBe("passes");
      expect(await tried(owner, { role: "service_role" })).toBe("passes");
      expect(await tried(owner)).toBe("PT401");
      expect(await tried(other, { ...mine, sub: other.id })).toBe("PT401");
      expect(await tried(owner, { ...mine, session_id: crypto.randomUUID() })).toBe("PT401");
      for (const over of [
        "not_after = now() - interval '1 second'",
        "created_at = now() - interval '30 days'",
        "created_at = now() - interval '15 days'",
        "created_at = now() - interval '15 days', refreshed_at = (now() - interval '14 days') at time zone 'utc'",
      ]) {
        await db.run("savepoint before_ending");
        await db.run(`update auth.sessions set ${over} where id = $1`, [session]);
        expect(await tried(owner, mine), over).toBe("PT401");
        await db.run("rollback to savepoint before_ending");
      }
      await db.run(
        "update auth.sessions set created_at = now() - interval '29 days', refreshed_at = now() at time zone 'utc'",
      );
      expect(await tried(owner, mine)).toBe("passes");
    });
  });
});
