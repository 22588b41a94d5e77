import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { become, rolledBack } from "../../support/database-persons.ts";

const START = `update auth.users set email_change = 'new@example.com', email_change_token_new = 'secret' where id = $1`;

onEveryDatabase("A person's own account", (given) => {
  test("lets its owner cancel an address change, once", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await db.run(START, [world.people.owner.id]);
      await become(db, world.people.owner);
      await db.run("select public.cancel_email_change()");
      await expect(db.run("select public.cancel_email_change()")).rejects.toMatchObject({ code: "PT404" });
    });
  });

  test("cannot cancel another person's address change", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await db.run(START, [world.people.owner.id]);
      await become(db, world.people["other client"]);
      await expect(db.run("select public.cancel_email_change()")).rejects.toMatchObject({ code: "PT404" });
    });
  });

  test("gets one email for each change of its password, and none for anything else", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const { owner } = world.people;
      const set = (column: string, value: string) =>
        db.run(`update auth.users set ${column} = $2 where id = $1`, [owner.id, value]);
      const emails = async () =>
        (
          await db.run(
            "select payload ->> 'to' as to from private.outbox where payload ->> 'template' = 'password-changed'",
          )
        ).rows;
      await db.run("update auth.users set encrypted_password = 'first', email_confirmed_at = now() where id = $1", [
        owner.id,
      ]);
      await db.run("delete from private.outbox");
      await set("encrypted_password", "first");
      await set("email_change", "new@example.com");
      expect(await emails()).toEqual([]);
      await set("encrypted_password", "second");
      expect(await emails()).toEqual([{ to: owner.email }]);
      await set("encrypted_password", "third");
      expect(await emails()).toHaveLength(2);
      // An erasure empties it, and an account that never confirmed its address may be someone else's.
      await set("encrypted_password", "");
      await set("encrypted_password", "fourth");
      await db.run("update auth.users set email_confirmed_at = null where id = $1", [owner.id]);
      await set("encrypted_password", "fifth");
      expect(await emails()).toHaveLength(2);
    });
  });
});

onEveryDatabase("A changed email", (given) => {
  test("is told to the old address once; a sign-up, an erasure and anything else tell nothing", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const { owner } = world.people;
      const set = (sets: string) => db.run(`update auth.users set ${sets} where id = $1`, [owner.id]);
      const emails = async () =>
        (
          await db.run(
            `select payload ->> 'to' as to, payload #>> '{data,newEmail}' as new from private.outbox
             where payload ->> 'template' = 'email-changed' order by created_at, id`,
          )
        ).rows;
      await set("email_confirmed_at = null");
      await set("email = 'never@example.com', email_confirmed_at = now()");
      await set("email = 'Never@example.com'");
      await db.run(START, [owner.id]);
      expect(await emails()).toEqual([]);
      await set("email = 'new@example.com', email_change = ''");
      await set("email = 'new@example.com', updated_at = now()");
      expect(await emails()).toEqual([{ to: "Never@example.com", new: "new@example.com" }]);
      // Back to the first one and again: each change is news.
      await set("email = 'never@example.com'");
      await set("email = 'new@example.com'");
      expect(await emails()).toHaveLength(3);
      await set("email = 'erased@erased.invalid', email_confirmed_at = null");
      expect(await emails()).toHaveLength(3);
    });
  });
});

onEveryDatabase("The next invoice number", (given) => {
  const setTo = (number: number, prefix = "INV-") =>
    `update public.agency_settings set next_invoice_number = ${number}, invoice_prefix = '${prefix}'`;

  test("must be above all existing invoice numbers, and the refusal says what is possible", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await db.run(setTo(100));
      await db.run(
        `insert into public.invoices (client_id, invoice_number, amount) values ($1, 'INV-41', 1), ($1, 'INV-x', 1), ($1, 'Z-900', 1)`,
        [world.people.owner.id],
      );
      await become(db, world.people.admin);
      await db.run(setTo(42));
      await db.run("savepoint before");
      await expect(db.run(setTo(41))).rejects.toMatchObject({
        code: "PT409",
        hint: "invoice_number_used",
        detail: '{"lowest": 42}',
      });
      await db.run("rollback to before");
      await expect(db.run(setTo(42, "Z-"))).rejects.toMatchObject({
        code: "PT409",
        detail: '{"lowest": 901}',
      });
    });
  });
});
