import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { become, rolledBack } from "../../support/database-persons.ts";

const START = `update auth.users set email_change = 'new@example.com', email_change_token_new = 'secret' where id = $1`;

onEveryDatabase("One's own account", (given) => {
  test("a change of address is taken back by its owner, once", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await db.run(START, [world.people.owner.id]);
      await become(db, world.people.owner);
      await db.run("select public.cancel_email_change()");
      await expect(db.run("select public.cancel_email_change()")).rejects.toMatchObject({ code: "PT404" });
    });
  });

  test("somebody else's change of address stays", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await db.run(START, [world.people.owner.id]);
      await become(db, world.people["other client"]);
      await expect(db.run("select public.cancel_email_change()")).rejects.toMatchObject({ code: "PT404" });
    });
  });
});

onEveryDatabase("The next invoice number", (given) => {
  const setTo = (number: number, prefix = "INV-") =>
    `update public.agency_settings set next_invoice_number = ${number}, invoice_prefix = '${prefix}'`;

  test("is above all numbers that invoices have, and says which is possible", async () => {
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
