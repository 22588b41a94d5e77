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
